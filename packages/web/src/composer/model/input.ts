import type { TextRange } from '@skillet/core/menu'
import { offerFor } from '../menu/index.ts'
import { carryOver, difference } from './pasted.ts'
import { closed, passed } from './state.ts'
import type { ComposerState, InputKind, Step, TextBox, World } from './types.ts'

/** The text changed. While something is composed the menu does not look. */
export function input(state: ComposerState, kind: InputKind, box: TextBox, world: World): Step {
  const next = withText(state, kind, box)
  if (state.composing) return passed(next)
  const seen = { ...next, seen: box }
  switch (kind) {
    case 'typed':
      return passed(looked(forgotten(seen), world))
    case 'undone':
      return passed(closed(undone(seen)))
    case 'pasted':
      return passed(closed(forgotten(seen)))
    case 'placed':
      return passed(closed(seen))
  }
}

/** The caret went elsewhere: the menu stays only while it is in the token that opened it. */
export function caret(state: ComposerState, box: TextBox, world: World): Step {
  if (state.composing) return passed(state)
  const { seen, opened } = state
  if (seen.text === box.text && seen.start === box.start && seen.end === box.end) {
    return passed(state)
  }
  const moved = { ...state, seen: box }
  if (opened === undefined) return passed(moved)
  const offer = box.start === box.end ? offerOf(moved, world) : undefined
  return passed(offer?.token.start === opened ? moved : closed(moved))
}

/** Committed text is looked at as if it had been typed. */
export function settled(before: ComposerState, box: TextBox | undefined, world: World): Step {
  const state = { ...before, composing: false }
  return box === undefined ? passed(state) : input(state, 'typed', box, world)
}

function withText(state: ComposerState, kind: InputKind, box: TextBox): ComposerState {
  const { content, pasted } = state
  if (content.text === box.text) return state
  return {
    ...state,
    content: { ...content, text: box.text },
    pasted: pastedIn(pasted, kind, content.text, box),
  }
}

function pastedIn(
  ranges: readonly TextRange[],
  kind: InputKind,
  before: string,
  { text, end }: TextBox,
): readonly TextRange[] {
  if (ranges.length === 0 && kind !== 'pasted') return ranges
  const changed = difference(before, text, end)
  const kept = carryOver(ranges, changed)
  if (kind !== 'pasted') return kept
  return [...kept, { start: changed.start, end: changed.endAfter }]
}

/** Opens the menu where a token is typed, with its best row highlighted. */
function looked(state: ComposerState, world: World): ComposerState {
  const { start, end } = state.seen
  const offer = start === end ? offerOf(state, world) : undefined
  if (offer === undefined) return closed(state)
  const at = offer.token.start
  const isPasted = state.pasted.some((range) => at >= range.start && at < range.end)
  return isPasted ? closed(state) : { ...state, opened: at, highlight: offer.best }
}

function offerOf({ seen, content }: ComposerState, { source }: World) {
  return offerFor(source, seen.text, seen.start, { withChip: content.chip !== undefined })
}

/** Whoever writes on has left the history; a text that was typed anew is not undone to. */
function forgotten(state: ComposerState): ComposerState {
  const isTypedAnew = state.picked?.before.text === state.content.text
  return { ...state, recalled: undefined, ...(isTypedAnew ? { picked: undefined } : {}) }
}

/** Undo over a pick takes its chip away, and redo brings it back. */
function undone(state: ComposerState): ComposerState {
  const { picked, content } = state
  if (picked === undefined) return state
  const { before, after } = picked
  if (content.text === before.text && content.chip?.path === after.chip?.path) {
    return { ...state, content: before }
  }
  if (content.text === after.text && content.chip?.path === before.chip?.path) {
    return { ...state, content: after }
  }
  return state
}
