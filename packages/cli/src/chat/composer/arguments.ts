import type { Skill } from '@skillet/core'
import * as menu from '@skillet/core/menu'
import { cleanLine } from '../../screen/clean.ts'
import { emptyField, type TextField } from './text-field.ts'

/** One labelled line behind a chip, for one argument of its skill. All but its value is cleaned. */
export interface ArgumentField extends menu.ArgumentField {
  readonly value: TextField
}

/** The fields of a skill, empty. What the skill says is cleaned before anything is read from it. */
export function argumentFields(
  skill: Pick<Skill, 'arguments' | 'argumentHint'>,
): readonly ArgumentField[] {
  const cleaned = {
    argumentHint: cleanLine(skill.argumentHint ?? ''),
    arguments: skill.arguments.map(({ name, description = '' }) => ({
      name: cleanLine(name),
      description: cleanLine(description),
    })),
  }
  return menu.argumentFields(cleaned).map((field) => ({ ...field, value: emptyField }))
}

/** What goes with the message. */
export function filledArguments(
  fields: readonly ArgumentField[],
): string | readonly string[] | undefined {
  return menu.filledArguments(
    fields,
    fields.map(({ value }) => value.text),
  )
}
