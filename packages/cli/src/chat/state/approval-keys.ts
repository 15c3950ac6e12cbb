import type { ApprovalAnswer, ApprovalRequest } from '@skillet/agent'
import { type AnswerKey, answerFor, answerKeys, isAboutNoCall } from '../../approval/index.ts'
import { cleanText } from '../../screen/clean.ts'
import { onOneLine } from '../composer/index.ts'
import type { KeyInput } from '../terminal/index.ts'
import type { ChatState, PendingApproval, QuestionWindow, ShownRows, Step } from './types.ts'

/**
 * A question takes keys only once it has been on screen, and the keyboard still, for so long: what
 * was typed for something else must not answer it.
 */
export const stillMs = 500

/** On a screen of fewer rows nothing of a question can be seen. */
const fewestRows = 10

/** A question as it was drawn. */
export interface DrawnQuestion {
  readonly id: string
  /** Absent: all of it. */
  readonly window?: ShownRows | undefined
}

/** The question that was drawn is on screen from now on, where there is room for it. */
export function shown(
  state: ChatState,
  { id, window: drawn }: DrawnQuestion,
  { now, rows }: { readonly now: number; readonly rows: number },
): ChatState {
  const [first, ...others] = state.approvals
  if (first?.request.id !== id || rows < fewestRows) return state
  const { window: before, ...pending } = first
  const window = drawn && withSeen(drawn, before)
  if (first.shownAt !== undefined && isSame(window, before)) return state
  const next = { ...pending, shownAt: first.shownAt ?? now, ...(window && { window }) }
  return { ...state, approvals: [next, ...others] }
}

/** Rows that were skipped were not seen. On a screen of another width the rows are others. */
function withSeen(drawn: ShownRows, before: QuestionWindow | undefined): QuestionWindow {
  const known = before?.total === drawn.total ? before.seen : 0
  const seen = drawn.first <= known ? Math.max(known, drawn.first + drawn.size) : known
  return { ...drawn, seen }
}

function isSame(one: QuestionWindow | undefined, other: QuestionWindow | undefined): boolean {
  return (
    one?.first === other?.first &&
    one?.size === other?.size &&
    one?.total === other?.total &&
    one?.seen === other?.seen
  )
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
  const scrolled = input.kind === 'key' && pending.window && scrolledBy(pending.window, input.name)
  // A draft has no pages, so these keys are the question's whoever has the keyboard.
  if (scrolled && (hasKeyboard(state) || input.name.startsWith('page'))) {
    return { state: withWindow(state, scrolled), effects: [] }
  }
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
  if (!isStill({ ...state, lastKeyAt }, now) || !mayBe(key, pending)) return { state, effects: [] }
  if (key === 'n' && !isAboutNoCall(pending.request) && state.turn?.guided !== true) {
    return { state: { ...state, answering: { kind: 'reason', text: '' } }, effects: [] }
  }
  return answered(state, pending.request, answerFor(key, pending.request.digest))
}

/** No step leaves out rows that were not on screen, however many keys come before a drawing. */
function scrolledBy(window: QuestionWindow, key: string): QuestionWindow | undefined {
  const { first, size, total, seen } = window
  const page = Math.max(1, size - 1)
  const steps: Readonly<Record<string, number>> = {
    up: -1,
    down: 1,
    pageUp: -page,
    pageDown: page,
    home: -total,
  }
  const step = steps[key]
  if (step === undefined) return undefined
  return { ...window, first: Math.max(0, Math.min(total - size, seen, first + step)) }
}

function withWindow(state: ChatState, window: QuestionWindow): ChatState {
  const approvals = state.approvals.map((one, at) => (at === 0 ? { ...one, window } : one))
  return { ...state, approvals }
}

/** Whether the question has been on screen, and the keyboard still, for long enough. */
export function isStill({ approvals, answering, lastKeyAt }: ChatState, now: number): boolean {
  const [pending] = approvals
  if (pending?.shownAt === undefined || now - pending.shownAt < stillMs) return false
  return answering.kind === 'keys' || now - lastKeyAt >= stillMs
}

/** What was not read to its end cannot be agreed to; a no needs no reading. */
export function mayBe(key: AnswerKey, { window }: PendingApproval): boolean {
  return key === 'n' || window === undefined || window.seen >= window.total
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
