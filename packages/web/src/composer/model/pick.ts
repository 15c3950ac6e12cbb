import { replaceToken } from '@skillet/core/menu'
import { argumentFields } from '../draft/index.ts'
import type { MenuRow, Offer } from '../menu/index.ts'
import { boxAt, closed, taken } from './state.ts'
import type { ComposerState, Step } from './types.ts'

/**
 * Takes a row: a skill becomes the chip and its token leaves the text; a command is written out.
 * Nothing is ever sent. Only the token is replaced, and the caret stays where it was.
 *
 * @see bug 45
 */
export function pick(state: ComposerState, { token }: Offer, row: MenuRow): Step {
  const { content } = state
  const { start, end } = token
  if (row.kind === 'command') {
    const written = `/${row.name}${row.hint === '' ? '' : ' '}`
    const { text, caret } = replaceToken(content.text, token, written)
    return taken(
      closed({ ...state, content: { ...content, text }, seen: boxAt(text, caret) }),
      { type: 'replace', start, end, with: written },
      { type: 'focus', on: 'text' },
    )
  }
  const { text, caret } = replaceToken(content.text, token, '')
  const { path, callableAs: name } = row.entry
  const after = { text, chip: { path, name, changed: false }, fields: [] }
  const hasFields = argumentFields(row.entry).length > 0
  return taken(
    closed({
      ...state,
      content: after,
      seen: boxAt(text, caret),
      picked: { before: content, after },
      recalled: undefined,
    }),
    { type: 'replace', start, end, with: '' },
    { type: 'focus', on: hasFields ? 0 : 'text' },
  )
}

/** The chip goes; what was filled in for it goes with it. */
export function withoutChip(state: ComposerState): Step {
  return taken(
    { ...state, content: { ...state.content, chip: undefined, fields: [] }, picked: undefined },
    { type: 'focus', on: 'text' },
  )
}
