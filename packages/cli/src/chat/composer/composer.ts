import type { Skill } from '@skillet/core'
import { pickSkill } from '@skillet/core/menu'
import { type ArgumentField, argumentFields, filledArguments } from './arguments.ts'
import { onOneLine } from './one-line.ts'
import { emptyField, insert, type Movement, move, remove, type TextField } from './text-field.ts'

/** The skill that goes with the message. */
export interface Chip {
  /** Path of the skill's file: which skill it is, whatever it is called later. */
  readonly path: string
  /** What is sent as its name: `pdf`, or a qualified form. */
  readonly callableAs: string
  readonly fields: readonly ArgumentField[]
  /** Of the model that the skill asks for. Default: none. */
  readonly model?: string
  readonly state: ChipState
}

export type ChipState =
  | { readonly kind: 'ready' }
  /** The file is another one since it was picked. It can be sent all the same. */
  | { readonly kind: 'changed' }
  /** It cannot be called any more. */
  | { readonly kind: 'gone'; readonly reason: string }

/** What is being written: text, and perhaps a chip with its fields. */
export interface Draft {
  readonly text: TextField
  readonly chip?: Chip
  /** Where keys go: the text, or the field of that index. */
  readonly focus: 'text' | number
}

export const emptyDraft: Draft = { text: emptyField, focus: 'text' }

/** A draft, and those before it, the newest last. */
export interface Composer {
  readonly draft: Draft
  readonly undo: readonly Draft[]
  readonly redo: readonly Draft[]
  /** What was cut off last, for Ctrl-Y. */
  readonly cut: string
  /** Whether the next letter belongs to the same undo as the last one. */
  readonly typing: boolean
  /** Cells before the caret that Up and Down keep to. */
  readonly column?: number
}

export const emptyComposer: Composer = {
  draft: emptyDraft,
  undo: [],
  redo: [],
  cut: '',
  typing: false,
}

/** No sensible person takes back more. */
const mostUndo = 200

/** The composer with another draft, which Ctrl-Z takes back. */
export function edit(composer: Composer, draft: Draft, typing = false): Composer {
  const { column: _, ...rest } = composer
  const merges = typing && composer.typing
  const undo = merges ? composer.undo : [...composer.undo, composer.draft].slice(-mostUndo)
  return { ...rest, draft, undo, redo: [], typing }
}

/** The same draft with the caret or the focus elsewhere: nothing to take back. */
export function moved(composer: Composer, draft: Draft): Composer {
  const { column: _, ...rest } = composer
  return { ...rest, draft, typing: false }
}

export function undo(composer: Composer): Composer {
  const draft = composer.undo.at(-1)
  if (draft === undefined) return composer
  const { undo, redo } = composer
  return {
    ...composer,
    draft,
    undo: undo.slice(0, -1),
    redo: [...redo, composer.draft],
    typing: false,
  }
}

export function redo(composer: Composer): Composer {
  const draft = composer.redo.at(-1)
  if (draft === undefined) return composer
  const { undo, redo } = composer
  return {
    ...composer,
    draft,
    undo: [...undo, composer.draft],
    redo: redo.slice(0, -1),
    typing: false,
  }
}

/** The field that keys go to. */
export function focused({ text, chip, focus }: Draft): TextField {
  return focus === 'text' ? text : (chip?.fields[focus]?.value ?? text)
}

export function withFocused(draft: Draft, value: TextField): Draft {
  const { chip, focus } = draft
  if (focus === 'text' || chip === undefined) return { ...draft, text: value }
  const fields = chip.fields.map((field, index) => (index === focus ? { ...field, value } : field))
  return { ...draft, chip: { ...chip, fields } }
}

export function type(composer: Composer, text: string): Composer {
  const { draft } = composer
  return edit(composer, withFocused(draft, insert(focused(draft), text)), true)
}

/** A paste is one step back. In a field, which has one line, line breaks become blanks. */
export function paste(composer: Composer, text: string): Composer {
  const { draft } = composer
  const added = draft.focus === 'text' ? text : onOneLine(text)
  return edit(composer, withFocused(draft, insert(focused(draft), added)))
}

export function moveCaret(composer: Composer, movement: Movement): Composer {
  const { draft } = composer
  return moved(composer, withFocused(draft, move(focused(draft), movement)))
}

/** Removes text; what more than a letter was, Ctrl-Y brings back. */
export function removeTo(composer: Composer, movement: Movement): Composer {
  const { draft } = composer
  const before = focused(draft)
  const after = remove(before, movement)
  if (after.text === before.text) return composer
  const cut =
    movement === 'left' || movement === 'right'
      ? composer.cut
      : before.text.slice(after.caret, after.caret + before.text.length - after.text.length)
  return { ...edit(composer, withFocused(draft, after)), cut }
}

export function removeChip(composer: Composer): Composer {
  const { chip: _, ...rest } = composer.draft
  return edit(composer, { ...rest, focus: 'text' })
}

/** The skill becomes the chip, with its fields; another one is replaced. */
export function pick(
  composer: Composer,
  token: { readonly start: number; readonly end: number },
  { skill, path, callableAs }: { skill: Skill; path: string; callableAs: string },
): Composer {
  const { draft } = composer
  const fields = argumentFields(skill)
  const chip: Chip = {
    path,
    callableAs,
    fields,
    ...(skill.model === undefined ? {} : { model: skill.model }),
    state: { kind: 'ready' },
  }
  const { text, caret, focus } = pickSkill(draft.text.text, token, fields.length)
  return edit(composer, { text: { text, caret }, chip, focus })
}

/** Whether there is anything to send. A chip alone is. */
export function isEmpty({ text, chip }: Draft): boolean {
  return chip === undefined && text.text.trim() === ''
}

/** One message, as it goes to the engine. */
export interface Outgoing {
  readonly text: string
  readonly skill?: string
  readonly arguments?: string | readonly string[]
}

export function outgoing({ text, chip }: Draft): Outgoing {
  if (chip === undefined) return { text: text.text }
  const filled = filledArguments(chip.fields)
  return {
    text: text.text,
    // By its file: the name may be another skill's by now.
    skill: chip.path,
    ...(filled === undefined ? {} : { arguments: filled }),
  }
}
