import { closeMenu, noMenu } from '@skillet/core/menu'
import {
  type Composer,
  caretIn,
  type Draft,
  edit,
  emptyComposer,
  emptyDraft,
  focused,
  isEmpty,
  layOut,
  type Movement,
  moveCaret,
  moved,
  paste,
  placeAt,
  redo,
  removeChip,
  removeTo,
  step,
  type,
  undo,
  withFocused,
} from '../composer/index.ts'
import { tab } from './focus.ts'
import { type KeyFacts, same } from './key-facts.ts'
import { enter } from './send.ts'
import type { ChatState, Effect, Step } from './types.ts'
import { put, wrote } from './write.ts'

const nothing: readonly Effect[] = []

const movements: Readonly<Record<string, Movement>> = {
  left: 'left',
  'ctrl+b': 'left',
  right: 'right',
  'ctrl+f': 'right',
  'alt+left': 'word-left',
  'ctrl+left': 'word-left',
  'alt+b': 'word-left',
  'alt+right': 'word-right',
  'ctrl+right': 'word-right',
  'alt+f': 'word-right',
  home: 'line-start',
  'ctrl+a': 'line-start',
  end: 'line-end',
  'ctrl+e': 'line-end',
  'ctrl+home': 'start',
  'ctrl+end': 'end',
}

const removals: Readonly<Record<string, Movement>> = {
  backspace: 'left',
  'shift+backspace': 'left',
  delete: 'right',
  'ctrl+w': 'word-left',
  'alt+backspace': 'word-left',
  'ctrl+backspace': 'word-left',
  'alt+d': 'word-right',
  'alt+delete': 'word-right',
  'ctrl+u': 'line-start',
  'ctrl+k': 'line-end',
}

/** What a key does to the draft. */
export function draftKey(state: ChatState, name: string, facts: KeyFacts): Step {
  const { composer } = state
  const movement = movements[name]
  if (movement !== undefined) return at(state, moveCaret(composer, movement))
  if (name === 'ctrl+d' && composer.draft.text.text === '' && composer.draft.chip === undefined) {
    return { state, effects: [{ kind: 'quit' }] }
  }
  const removal = name === 'ctrl+d' ? 'right' : removals[name]
  if (removal !== undefined) return removed(state, name, removal, facts)
  switch (name) {
    case 'enter':
      return enter(state, facts)
    case 'newline':
      return composer.draft.focus === 'text'
        ? wrote(state, type(composer, '\n'), facts.source)
        : same(state)
    case 'up':
    case 'down':
    case 'ctrl+p':
    case 'ctrl+n':
      return upOrDown(state, name === 'up' || name === 'ctrl+p' ? -1 : 1, facts)
    case 'tab':
      return tab(state, 1)
    case 'shift+tab':
      return tab(state, -1)
    case 'ctrl+y':
      return composer.cut === '' ? same(state) : put(state, paste(composer, composer.cut), 'paste')
    case 'ctrl+-':
    case 'ctrl+_':
      return put(state, undo(composer))
    case 'alt+-':
    case 'alt+_':
      return put(state, redo(composer))
    case 'ctrl+r':
      return state.turn === undefined && state.retriable
        ? { state, effects: [{ kind: 'retry' }] }
        : same(state)
    case 'ctrl+x':
      return unqueue(state)
    default:
      return same(state)
  }
}

function at(state: ChatState, composer: Composer): Step {
  return { state: { ...state, composer }, effects: nothing }
}

/** The last message of the queue comes back, as the draft where there is none. */
function unqueue(state: ChatState): Step {
  const draft = state.queue.at(-1)
  if (draft === undefined) return same(state)
  const { held: _, ...rest } = state
  const queue = state.queue.slice(0, -1)
  const composer = isEmpty(state.composer.draft)
    ? edit(state.composer, { ...draft, focus: 'text' })
    : state.composer
  const menu = isEmpty(state.composer.draft) ? noMenu : closeMenu(state.menu)
  return { state: { ...rest, queue, composer, menu }, effects: nothing }
}

/** Backspace at the start of the text takes the chip away. */
function removed(state: ChatState, name: string, removal: Movement, { source }: KeyFacts): Step {
  const { composer } = state
  const { draft } = composer
  const isAtStart = focused(draft).caret === 0
  if (name === 'backspace' && isAtStart && draft.chip !== undefined) {
    const leavesField = draft.focus !== 'text' && draft.focus > 0
    if (leavesField) return at(state, moved(composer, { ...draft, focus: Number(draft.focus) - 1 }))
    return {
      state: { ...state, composer: removeChip(composer), menu: closeMenu(state.menu) },
      effects: nothing,
    }
  }
  return wrote(state, removeTo(composer, removal), source)
}

/** Within the text by rows as drawn; from an empty draft, and on in it, through the history. */
function upOrDown(state: ChatState, direction: -1 | 1, { cells }: KeyFacts): Step {
  const { composer, history } = state
  const { draft } = composer
  if (draft.focus !== 'text') return tab(state, direction)
  const isRecalled = history.at !== undefined
  if (isEmpty(draft) || isRecalled) {
    const rows = layOut(draft.text.text, cells)
    const { row } = caretIn(rows, draft.text.text, draft.text.caret)
    const isAtEdge = direction === -1 ? row === 0 : row === rows.length - 1
    if (isAtEdge) return recall(state, direction)
  }
  const { text, caret } = draft.text
  const rows = layOut(text, cells)
  const place = caretIn(rows, text, caret)
  const column = composer.column ?? place.column
  const target = rows[place.row + direction]
  if (target === undefined) {
    if (direction === -1 && draft.chip !== undefined && draft.chip.fields.length > 0) {
      return tab(state, -1)
    }
    return at(state, moveCaret(composer, direction === -1 ? 'start' : 'end'))
  }
  const next = moved(composer, withFocused(draft, { text, caret: placeAt(target, text, column) }))
  return at(state, { ...next, column })
}

function recall(state: ChatState, direction: -1 | 1): Step {
  const found = step(state.history, direction)
  if (found === undefined) return same(state)
  const draft = found.draft === 'empty' ? emptyDraft : found.draft
  const { chip, ...rest } = draft
  const ready: Draft =
    chip === undefined ? rest : { ...rest, chip: { ...chip, state: { kind: 'ready' } } }
  const composer = { ...emptyComposer, cut: state.composer.cut, draft: ready }
  // What is recalled is no typing: no menu opens over it.
  return { state: { ...state, composer, history: found.history, menu: noMenu }, effects: nothing }
}
