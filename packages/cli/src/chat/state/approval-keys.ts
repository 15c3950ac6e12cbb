import type { ApprovalAnswer, ApprovalRequest } from '@skillet/agent'
import { answerFor, answerKeys, isAboutNoCall } from '../../approval/index.ts'
import { cleanText } from '../../screen/clean.ts'
import { onOneLine } from '../composer/index.ts'
import type { KeyInput } from '../terminal/index.ts'
import type { ChatState, Step } from './types.ts'

/**
 * A question takes keys only once it has been on screen, and the keyboard still, for so long: what
 * was typed for something else must not answer it.
 */
export const stillMs = 500

/** On a screen of fewer rows nothing of a question can be seen. */
const fewestRows = 10

/** The question that was drawn is on screen from now on, where there is room for it. */
export function shown(
  state: ChatState,
  { id, now, rows }: { readonly id: string; readonly now: number; readonly rows: number },
): ChatState {
  const [first, ...others] = state.approvals
  if (first?.request.id !== id || first.shownAt !== undefined || rows < fewestRows) return state
  return { ...state, approvals: [{ ...first, shownAt: now }, ...others] }
}

/**
 * What a key does while a question waits; `undefined` where the key is not for it. Whatever else is
 * typed goes to the draft, which then keeps the keyboard until Tab hands it over.
 */
export function approvalKey(
  state: ChatState,
  input: KeyInput,
  lastKeyAt: number,
  { now }: { readonly now: number },
): Step | undefined {
  const [pending] = state.approvals
  if (pending === undefined) return undefined
  if (state.answering.kind === 'reason') return reasonKey(state, pending.request, input)
  if (!hasKeyboard(state)) return undefined
  if (input.kind === 'paste') return { state, effects: [] }
  if (input.kind === 'key') {
    return input.name === 'tab'
      ? { state: { ...state, answering: { kind: 'text' } }, effects: [] }
      : state.answering.kind === 'keys'
        ? { state, effects: [] }
        : undefined
  }
  const key = input.together
    ? undefined
    : answerKeys(pending.request).find((one) => one === input.text.toLowerCase())
  if (key === undefined) return state.answering.kind === 'keys' ? { state, effects: [] } : undefined
  if (!isStill({ ...state, lastKeyAt }, now)) return { state, effects: [] }
  if (key === 'n' && !isAboutNoCall(pending.request) && state.turn?.guided !== true) {
    return { state: { ...state, answering: { kind: 'reason', text: '' } }, effects: [] }
  }
  return answered(state, pending.request, answerFor(key, pending.request.digest))
}

/** Whether the question has been on screen, and the keyboard still, for long enough. */
export function isStill({ approvals, answering, lastKeyAt }: ChatState, now: number): boolean {
  const [pending] = approvals
  if (pending?.shownAt === undefined || now - pending.shownAt < stillMs) return false
  return answering.kind === 'keys' || now - lastKeyAt >= stillMs
}

/** Whether the keys answer: nothing was written, or Tab said so. */
export function hasKeyboard({ answering, composer }: ChatState): boolean {
  const { text, chip } = composer.draft
  const isEmpty = text.text === '' && chip === undefined
  return answering.kind === 'keys' || (answering.kind === 'open' && isEmpty)
}

function answered(state: ChatState, { id }: ApprovalRequest, answer: ApprovalAnswer): Step {
  return {
    state: { ...state, answering: { kind: 'open' } },
    effects: [{ kind: 'answer', id, answer }],
  }
}

function reasonKey(state: ChatState, request: ApprovalRequest, input: KeyInput): Step {
  const text = state.answering.kind === 'reason' ? state.answering.text : ''
  const write = (next: string): Step => ({
    state: { ...state, answering: { kind: 'reason', text: next } },
    effects: [],
  })
  if (input.kind === 'text') return write(text + input.text)
  if (input.kind === 'paste') return write(text + cleanText(onOneLine(input.text)))
  switch (input.name) {
    case 'backspace':
      return write(Array.from(text).slice(0, -1).join(''))
    case 'ctrl+u':
      return write('')
    case 'enter': {
      const reason = text.trim()
      const { digest } = request
      return answered(
        state,
        request,
        reason === '' ? { decision: 'no', digest } : { decision: 'no', digest, reason },
      )
    }
    default:
      return { state, effects: [] }
  }
}
