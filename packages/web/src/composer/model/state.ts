import type { Content } from '../draft/index.ts'
import { type Offer, offerFor } from '../menu/index.ts'
import type { ComposerState, Effect, Step, TextBox, World } from './types.ts'

/** A composer with a draft in it, the caret at its end. */
export function composerWith(content: Content): ComposerState {
  const { length } = content.text
  return {
    content,
    seen: { text: content.text, start: length, end: length },
    opened: undefined,
    highlight: undefined,
    pasted: [],
    composing: false,
    picked: undefined,
    recalled: undefined,
  }
}

/** The menu as it is open now; undefined where none is. */
export function openMenu(
  { seen, opened, content }: ComposerState,
  { source }: Pick<World, 'source'>,
): Offer | undefined {
  if (opened === undefined || seen.start !== seen.end) return undefined
  const withChip = content.chip !== undefined
  const offer = offerFor(source, seen.text, seen.start, { withChip })
  return offer?.token.start === opened ? offer : undefined
}

/** The highlighted row of an open menu: the one that was, else the best. */
export function highlighted(state: ComposerState, offer: Offer): string | undefined {
  const isThere = offer.rows.some(({ row }) => row.id === state.highlight)
  return isThere ? state.highlight : offer.best
}

export function closed(state: ComposerState): ComposerState {
  return state.opened === undefined ? state : { ...state, opened: undefined, highlight: undefined }
}

/** The key or event was answered. */
export function taken(state: ComposerState, ...effects: readonly Effect[]): Step {
  return { state, effects, taken: true }
}

/** The browser does what it would do without us. */
export function passed(state: ComposerState, ...effects: readonly Effect[]): Step {
  return { state, effects, taken: false }
}

/** A text box with the caret at a place. */
export function boxAt(text: string, caret: number): TextBox {
  return { text, start: caret, end: caret }
}
