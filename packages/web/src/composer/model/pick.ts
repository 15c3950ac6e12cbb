import { type OpenMenu, pickCommand, pickSkill } from '@skillet/core/menu'
import { argumentFields, type Chip } from '../draft/index.ts'
import type { MenuRow } from '../menu/index.ts'
import { boxAt, closed, taken } from './state.ts'
import type { ComposerState, Step } from './types.ts'

/**
 * Takes a row: a skill becomes the chip and its token leaves the text; a command is written out.
 * Nothing is ever sent. Only the token is replaced, and the caret stays where it was.
 *
 * @see bug 45
 */
export function pick(state: ComposerState, { token }: Pick<OpenMenu, 'token'>, row: MenuRow): Step {
  const { content } = state
  const { start, end } = token
  const { text, caret, written, focus } =
    row.kind === 'command'
      ? pickCommand(content.text, token, row)
      : pickSkill(content.text, token, argumentFields(row.entry).length)
  const next =
    row.kind === 'command'
      ? { ...state, content: { ...content, text } }
      : withChip(state, text, { path: row.id, name: row.callableAs, changed: false })
  return taken(
    closed({ ...next, seen: boxAt(text, caret) }),
    { type: 'replace', start, end, with: written },
    { type: 'focus', on: focus },
  )
}

/** The chip is there, without values of another one; undo brings back what was. */
function withChip(state: ComposerState, text: string, chip: Chip): ComposerState {
  const { content: before } = state
  const after = { text, chip, fields: [] }
  return { ...state, content: after, picked: { before, after }, recalled: undefined }
}

/** The chip goes; what was filled in for it goes with it. */
export function withoutChip(state: ComposerState): Step {
  return taken(
    { ...state, content: { ...state.content, chip: undefined, fields: [] }, picked: undefined },
    { type: 'focus', on: 'text' },
  )
}
