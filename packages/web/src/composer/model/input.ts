import { menuAfterChange, menuAfterMove, menuAfterTyping } from '@skillet/core/menu'
import { closed, passed, placeOf } from './state.ts'
import type { ComposerState, InputKind, Step, TextBox, World } from './types.ts'

/** The text changed. While something is composed the menu does not look. */
export function input(state: ComposerState, kind: InputKind, box: TextBox, world: World): Step {
  const next = withText(state, kind, box)
  if (state.composing) return passed(next)
  const seen = { ...next, seen: box }
  switch (kind) {
    case 'typed':
      return passed(menuAfterTyping(forgotten(seen), world.source, placeOf(seen)))
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
  const { seen } = state
  if (seen.text === box.text && seen.start === box.start && seen.end === box.end) {
    return passed(state)
  }
  const moved = { ...state, seen: box }
  return passed(menuAfterMove(moved, world.source, placeOf(moved)))
}

/** Committed text is looked at as if it had been typed. */
export function settled(before: ComposerState, box: TextBox | undefined, world: World): Step {
  const state = { ...before, composing: false }
  return box === undefined ? passed(state) : input(state, 'typed', box, world)
}

function withText(state: ComposerState, kind: InputKind, box: TextBox): ComposerState {
  const { content } = state
  if (content.text === box.text) return state
  const { text, end: caret } = box
  const by = kind === 'pasted' ? 'paste' : 'anything-else'
  const carried = menuAfterChange(state, { before: content.text, text, caret, by })
  return { ...carried, content: { ...content, text } }
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
