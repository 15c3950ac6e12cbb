import { commandIn, noMenu } from '@skillet/core/menu'
import {
  type Draft,
  emptyComposer,
  isEmpty,
  outgoing,
  remember,
  removeTo,
  type,
} from '../composer/index.ts'
import { tab } from './focus.ts'
import { type KeyFacts, same } from './key-facts.ts'
import type { ChatState, Effect, Step } from './types.ts'
import { wrote } from './write.ts'

const nothing: readonly Effect[] = []

/** Enter: the next field, a new line behind a backslash, a command, or the message goes out. */
export function enter(state: ChatState, { words, source }: KeyFacts): Step {
  const { draft } = state.composer
  const fields = draft.chip?.fields.length ?? 0
  if (draft.focus !== 'text' && draft.focus < fields - 1) return tab(state, 1)
  const { text, caret } = draft.text
  if (draft.focus === 'text' && text[caret - 1] === '\\' && caret === text.length) {
    // A backslash at the end asks for a new line, where the terminal has no key for it.
    return wrote(state, type(removeTo(state.composer, 'left'), '\n'), source)
  }
  const command = draft.chip === undefined ? commandIn(text) : undefined
  if (command !== undefined) {
    const emptied = sent(state, draft)
    return { state: emptied, effects: [{ kind: 'command', ...command }] }
  }
  if (isEmpty(draft)) {
    if (state.queue.length > 0 && state.turn === undefined) return sendNext(state)
    return same(state)
  }
  const { chip } = draft
  if (chip?.state.kind === 'gone') {
    return {
      state: { ...state, remark: words.terminal.gone(chip.callableAs, chip.state.reason) },
      effects: nothing,
    }
  }
  if (state.turn !== undefined || state.queue.length > 0) {
    const queued = sent(state, draft)
    return { state: { ...queued, queue: [...state.queue, draft] }, effects: nothing }
  }
  return goingOut(sent(state, draft), draft)
}

/** The first message of the queue goes out; one whose skill is gone holds it. */
export function sendNext(state: ChatState): Step {
  const [draft, ...queue] = state.queue
  if (draft === undefined || state.turn !== undefined) return same(state)
  const { held: _, ...rest } = state
  if (draft.chip?.state.kind === 'gone') {
    return { state: { ...state, held: draft.chip.state.reason }, effects: nothing }
  }
  return goingOut({ ...rest, queue }, draft)
}

/** What left the draft or the queue is kept until the store has it. */
function goingOut(state: ChatState, draft: Draft): Step {
  return {
    state: { ...state, sending: { draft } },
    effects: [{ kind: 'send', draft, message: outgoing(draft) }],
  }
}

function sent(state: ChatState, draft: Draft): ChatState {
  return {
    ...state,
    composer: { ...emptyComposer, cut: state.composer.cut },
    menu: noMenu,
    history: remember(state.history, { ...draft, focus: 'text' }),
  }
}
