import type { ApprovalAnswer, EngineEvent } from '@skillet/agent'
import type { Sentences } from '@skillet/language'
import { callSubject } from '../../run/calls.ts'
import { cleanLine, cleanText } from '../../screen/clean.ts'
import { count } from '../../screen/numbers.ts'
import { shortPath } from '../../screen/paths.ts'
import type { Block } from './blocks.ts'
import { changeCall, changeLast, ended, isOpenCall, printed, refusal } from './calls.ts'
import type { EventFacts } from './event-facts.ts'
import type { ChatState, RunningTurn } from './types.ts'

/** What an event of the running turn makes of the screen. */
export function applyEvent(state: ChatState, event: EngineEvent, facts: EventFacts): ChatState {
  const { words, now } = facts
  switch (event.type) {
    case 'turn-start': {
      const guided = event.guided
      const shown = state.status.model === event.model ? [] : modelBlock(event.model, guided)
      return {
        ...doing(add(stored(state), ...shown), { doing: 'model', guided }),
        retriable: false,
        status: {
          ...state.status,
          model: event.model,
          guided,
          conversationId: event.conversationId,
          dropping: [],
        },
      }
    }
    case 'step-start': {
      if (event.model === state.status.model || event.model === 'guided') {
        return doing(state, { doing: 'model' })
      }
      return doing(add(state, ...modelBlock(event.model, false)), { doing: 'model' })
    }
    case 'skill-activated':
      return add(state, {
        kind: 'skill',
        name: cleanLine(event.name),
        scope: event.scope,
        place: cleanLine(shortPath(event.location, facts.standpoint)),
        tokens: event.tokens,
        route: event.route,
        tools: event.tools.map(cleanLine),
        truncated: event.truncated,
        diagnostics: event.diagnostics,
      })
    case 'skill-dropped':
      return say(
        state,
        'info',
        words.chat.skillDroppedWhy(cleanLine(event.name), cleanLine(event.reason)),
      )
    case 'text':
    case 'reasoning':
      return streamed(state, event)
    case 'tool-input':
      return event.phase === 'start'
        ? doing(state, { doing: 'writing', tool: cleanLine(event.tool) })
        : state
    case 'tool-call':
      return doing(
        add(closeText(state), {
          kind: 'call',
          callId: event.callId,
          tool: cleanLine(event.tool),
          subject: callSubject(event.tool, event.input, facts.standpoint),
          state: 'running',
          output: '',
          earlier: 0,
          startedAt: now,
        }),
        { doing: 'tool', tool: cleanLine(event.tool) },
      )
    case 'approval-request':
      return {
        ...changeCall(state, event.request.callId, (call) => ({ ...call, state: 'waiting' })),
        approvals: [...state.approvals, { request: event.request }],
      }
    case 'approval-resolved':
      return resolved(state, event.id, event.answer, facts)
    case 'tool-denied':
      return changeCall(state, event.callId, (call) => ({
        ...call,
        state: event.by === 'stop' ? 'stopped' : 'refused',
        endedAt: now,
        remark: refusal(event, words),
      }))
    case 'tool-output':
      return changeCall(state, event.callId, (call) =>
        event.final
          ? ended(call, event.outcome, state.turn?.stopping === true, facts)
          : printed({ ...call, state: 'running' }, cleanText(event.delta)),
      )
    case 'retrying':
      return doing(
        say(
          state,
          'warning',
          words.chat.retrying(event.attempt, event.of, cleanLine(event.reason)),
        ),
        { doing: 'retry' },
      )
    case 'compacted':
      return say(state, 'info', compactedWords(event, words))
    case 'follow-up':
      return add(state, { kind: 'user', text: '', from: cleanLine(event.skill) })
    case 'notice':
      return say(state, 'warning', cleanLine(event.message), event.hint)
    case 'usage': {
      const { turn } = state
      if (turn === undefined) return state
      const { inputTokens = 0, outputTokens = 0, costUsd } = event.usage
      const cost =
        turn.cost === undefined || costUsd === undefined ? undefined : turn.cost + costUsd
      const { cost: _, ...rest } = turn
      return {
        ...state,
        turn: {
          ...rest,
          inputTokens: turn.inputTokens + inputTokens,
          outputTokens: turn.outputTokens + outputTokens,
          ...(cost === undefined ? {} : { cost }),
        },
      }
    }
    case 'title':
      return { ...state, status: { ...state.status, title: cleanLine(event.title) } }
    case 'queued':
      return doing(state, { doing: 'queued' })
    case 'snapshot':
      return state
    case 'turn-end':
      return endTurn(state, event, facts)
  }
}

function endTurn(
  state: ChatState,
  event: Extract<EngineEvent, { type: 'turn-end' }>,
  { now, words }: EventFacts,
): ChatState {
  const { turn, ...rest } = stored(closeText(state))
  const blocks = rest.blocks.map((block) =>
    block.kind === 'call' && isOpenCall(block)
      ? { ...block, state: 'stopped' as const, endedAt: now, remark: words.chat.stoppedCall }
      : block,
  )
  const told =
    event.error === undefined
      ? []
      : [notice('error', cleanLine(event.error.message), event.error.hint)]
  // What is sent once more as it is goes as text.
  const asText =
    (event.error?.near ?? []).length > 0 ? [notice('info', words.terminal.sendAsText)] : []
  if (event.error?.class === 'skill' && event.steps === 0) {
    return { ...rest, approvals: [], retriable: false, blocks: [...blocks, ...told, ...asText] }
  }
  return {
    ...rest,
    approvals: [],
    answering: { kind: 'open' },
    retriable: event.reason !== 'done',
    blocks: [
      ...blocks,
      ...told,
      ...asText,
      {
        kind: 'end',
        reason: event.reason,
        summary: {
          steps: event.steps,
          inputTokens: turn?.inputTokens ?? 0,
          outputTokens: turn?.outputTokens ?? 0,
          ...(turn?.cost ? { cost: turn.cost } : {}),
          seconds: turn === undefined ? 0 : Math.round((now - turn.startedAt) / 1000),
        },
      },
    ],
  }
}

/** The store has what was sent. */
function stored(state: ChatState): ChatState {
  const { sending: _, ...rest } = state
  return rest
}

/** Adds a sentence of Skillet's own. */
export function say(
  state: ChatState,
  level: 'info' | 'warning' | 'error',
  message: string,
  hint?: string,
): ChatState {
  return add(state, notice(level, message, hint))
}

function notice(level: 'info' | 'warning' | 'error', message: string, hint?: string): Block {
  const cleanHint = hint === undefined ? '' : cleanText(hint).trim()
  return { kind: 'notice', level, message, ...(cleanHint === '' ? {} : { hint: cleanHint }) }
}

export function add(state: ChatState, ...blocks: readonly Block[]): ChatState {
  return blocks.length === 0 ? state : { ...state, blocks: [...state.blocks, ...blocks] }
}

function modelBlock(model: string, guided: boolean): readonly Block[] {
  return [{ kind: 'model', model: cleanLine(model), guided }]
}

function doing(state: ChatState, change: Partial<RunningTurn>): ChatState {
  return state.turn === undefined ? state : { ...state, turn: { ...state.turn, ...change } }
}

function streamed(
  state: ChatState,
  event: Extract<EngineEvent, { type: 'text' | 'reasoning' }>,
): ChatState {
  const { type: kind } = event
  const id = `${event.turn} ${kind} ${event.id}`
  if (event.phase === 'start') {
    const begun: Block = { kind, id, text: '', open: true }
    return doing(add(closeText(state), begun), {
      doing: kind === 'text' ? 'writing' : 'thinking',
      tool: '',
    })
  }
  return changeLast(state, (block) =>
    (block.kind === 'text' || block.kind === 'reasoning') && block.id === id
      ? event.phase === 'end'
        ? { ...block, open: false }
        : { ...block, text: block.text + event.delta }
      : undefined,
  )
}

/** A block that a failure cut short has no end of its own. */
function closeText(state: ChatState): ChatState {
  return changeLast(state, (block) =>
    (block.kind === 'text' || block.kind === 'reasoning') && block.open
      ? { ...block, open: false }
      : undefined,
  )
}

function resolved(
  state: ChatState,
  id: string,
  answer: ApprovalAnswer,
  { now, words }: EventFacts,
): ChatState {
  const pending = state.approvals.find(({ request }) => request.id === id)
  if (pending === undefined) return state
  const approvals = state.approvals.filter((one) => one !== pending)
  const next: ChatState = { ...state, approvals, answering: { kind: 'open' } }
  // What the stop of the turn closed, the end of the turn tells.
  if (answer.decision === 'no' && answer.stopped) return next
  const time = timeOf(now)
  const remark = {
    once: words.approval.allowedOnce,
    turn: words.approval.allowedTurn,
    always: words.approval.allowedAlways,
    no: words.approval.refused,
  }[answer.decision](time)
  const known = state.blocks.some(
    (block) => block.kind === 'call' && block.callId === pending.request.callId,
  )
  if (!known) return say(next, 'info', remark)
  return changeCall(next, pending.request.callId, (call) => ({
    ...call,
    remark,
    state: answer.decision === 'no' ? 'refused' : 'running',
  }))
}

function compactedWords(
  event: Extract<EngineEvent, { type: 'compacted' }>,
  { chat }: Sentences,
): string {
  const before = count(event.tokensBefore)
  const after = count(event.tokensAfter)
  if (event.summary === 'kept') return chat.shortened(count(event.shortened), before, after)
  const words = event.summary === 'written' ? chat.summarised : chat.leftOut
  return words(count(event.messages), before, after)
}

/** The person's own time, to the minute. */
function timeOf(milliseconds: number): string {
  const date = new Date(milliseconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}
