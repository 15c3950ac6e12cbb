import type { Skill } from '@skillet/core'
import { cleanLine } from '../../screen/clean.ts'
import { emptyField, type TextField } from './text-field.ts'

/** One labelled line behind a chip, for one argument of its skill. */
export interface ArgumentField {
  /** Cleaned; `undefined` for the single field of a skill that names none. */
  readonly name: string | undefined
  readonly help: string
  readonly placeholder: string
  readonly value: TextField
}

/**
 * The fields of a skill: one for each argument that it declares, else one for each `<a>` or `[a]` of
 * its hint, else a single one with the hint as placeholder. A skill that takes nothing has none.
 */
export function argumentFields(
  skill: Pick<Skill, 'arguments' | 'argumentHint'>,
): readonly ArgumentField[] {
  const hint = cleanLine(skill.argumentHint ?? '')
  const named = namesInHint(hint)
  if (skill.arguments.length > 0) {
    return skill.arguments.map(({ name, description = '' }, index) => ({
      name: cleanLine(name),
      help: cleanLine(description),
      placeholder: named.length === skill.arguments.length ? (named[index] ?? '') : '',
      value: emptyField,
    }))
  }
  if (named.length > 0) {
    return named.map((placeholder) => ({
      name: placeholder.slice(1, -1),
      help: '',
      placeholder,
      value: emptyField,
    }))
  }
  return hint === '' ? [] : [{ name: undefined, help: '', placeholder: hint, value: emptyField }]
}

/** `<file> [format]` as its parts; none where anything else stands between them. */
function namesInHint(hint: string): readonly string[] {
  const parts = hint.match(/<[^<>[\]]+>|\[[^<>[\]]+\]/gu) ?? []
  const rest = hint.replace(/<[^<>[\]]+>|\[[^<>[\]]+\]/gu, '').trim()
  return rest === '' ? parts : []
}

/**
 * What goes with the message: a list, one string a field, up to the last one that is filled; the
 * text of a single unnamed field as it stands; nothing where all are empty.
 */
export function filledArguments(
  fields: readonly ArgumentField[],
): string | readonly string[] | undefined {
  const values = fields.map(({ value }) => value.text)
  const last = values.findLastIndex((value) => value.trim() !== '')
  if (last < 0) return undefined
  const [only] = fields
  return fields.length === 1 && only?.name === undefined ? values[0] : values.slice(0, last + 1)
}
