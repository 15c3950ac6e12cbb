import type { EngineEvent, EventBody, StoredApproval, Usage } from '@skillet/agent'
import type { Approval, MessageMetadata, SkilletChunk, ToolOutput } from '../../contract/index.ts'
import {
  type ApprovalSetting,
  approvalData,
  approvalOf,
  approvalPartId,
  deniedOutput,
  endMetadata,
  imageUrl,
  modelMetadata,
  neverRan,
  outcomeOutput,
  skillData,
  skillPartId,
  unknownOutcome,
} from '../messages/index.ts'
import { LiveOutput } from './live-output.ts'

export interface AnswerGround {
  readonly conversationId: string
  /** Of the message of the person. */
  readonly messageId: string
  readonly answerId: string
  readonly setting: ApprovalSetting
  /** Milliseconds, for how often running output is shown. */
  readonly now: () => number
}

/** What the store knows of the things that an event names. */
export interface Known {
  /** When the answer was made. */
  readonly createdAt: number
  /** Of `approval-request` and `approval-resolved`. */
  readonly approval?: StoredApproval
}

type Event<Type extends EventBody['type']> = Extract<EngineEvent, { type: Type }>

/** A call of the answer, as far as it has come. */
interface StreamedCall {
  readonly tool: string
  readonly state: 'input' | 'called' | 'done'
}

/**
 * The events of one turn as chunks of the AI SDK UI message stream (v1). The message that they add
 * up to is the one that `conversationMessages` makes of what is stored, but for transient parts.
 */
export class AnswerStream {
  readonly #ground: AnswerGround
  readonly #output: LiveOutput
  readonly #calls = new Map<string, StreamedCall>()
  readonly #questions = new Map<string, Approval>()
  #metadata: MessageMetadata = { createdAt: 0 }
  #hasStarted = false
  /** The step that is shown with its first part. */
  #step: { readonly model: string } | undefined
  #isStepOpen = false
  #skills = 0
  /** Whether it is shown in the answer is known with the next event. */
  #followUp: Event<'follow-up'> | undefined

  constructor(ground: AnswerGround) {
    this.#ground = ground
    this.#output = new LiveOutput(ground.now)
  }

  /** The chunks of one event. */
  take(event: EngineEvent, known: Known): readonly SkilletChunk[] {
    return [...this.#start(event, known), ...this.#heldBack(event), ...this.#chunks(event, known)]
  }

  /** Output of running calls that is due. */
  due(): readonly SkilletChunk[] {
    return [...this.#output.due()].map(([callId, text]) => running(callId, text))
  }

  /** Milliseconds until `due` has something; undefined where nothing waits. */
  get waits(): number | undefined {
    return this.#output.waits
  }

  /** Nothing comes before it, but the word that the turn waits. */
  #start(event: EngineEvent, { createdAt }: Known): readonly SkilletChunk[] {
    if (this.#hasStarted || event.type === 'queued') return []
    this.#hasStarted = true
    this.#metadata = { createdAt }
    return [{ type: 'start', messageId: this.#ground.answerId, messageMetadata: this.#metadata }]
  }

  #chunks(event: EngineEvent, { approval }: Known): readonly SkilletChunk[] {
    switch (event.type) {
      case 'queued': {
        const { messageId } = this.#ground
        return [{ type: 'data-queued', data: { place: event.place, messageId }, transient: true }]
      }
      case 'step-start':
        this.#step = { model: event.model }
        // Those of the step before have run by now, or never will.
        return this.#brokenCalls()
      case 'skill-activated':
        return this.#skill(event)
      case 'text':
      case 'reasoning':
        return this.#block(event)
      case 'tool-input':
        return this.#input(event)
      case 'tool-call':
        return this.#call(event)
      case 'approval-request':
      case 'approval-resolved':
        return approval ? this.#approval(approval) : []
      case 'tool-denied':
        return this.#result(event.callId, deniedOutput(event.by, event.reason))
      case 'tool-output':
        return this.#toolOutput(event)
      case 'retrying': {
        const { attempt, of, delayMs, reason } = event
        return [{ type: 'data-retrying', data: { attempt, of, delayMs, reason }, transient: true }]
      }
      case 'compacted': {
        const { messages, tokensBefore, tokensAfter, summary, shortened } = event
        const data = { messages, tokensBefore, tokensAfter, summary, shortened }
        return [{ type: 'data-compaction', data }]
      }
      case 'follow-up':
        this.#followUp = event
        return []
      case 'notice':
        return [notice(event)]
      case 'usage':
        return this.#tell({ usage: sumOf(this.#metadata.usage, event.usage) })
      case 'title':
        return [{ type: 'data-title', data: { title: event.title }, transient: true }]
      case 'turn-end':
        return this.#end(event)
      // Which skills are loaded is told of everywhere; what was dropped stands with the person's words.
      case 'turn-start':
      case 'snapshot':
      case 'skill-dropped':
        return []
    }
  }

  /** A follow-up of a provider that cannot be reached is shown to the person, and is in no answer. */
  #heldBack(next: EngineEvent): readonly SkilletChunk[] {
    const held = this.#followUp
    if (!held) return []
    this.#followUp = undefined
    const { hook, skill, text } = held
    if (next.type === 'notice' && next.code === 'follow-up-shown') {
      return [notice({ code: 'follow-up', message: text })]
    }
    return [...this.#closeStep(), { type: 'data-follow-up', data: { hook, skill, text } }]
  }

  #skill(event: Event<'skill-activated'>): readonly SkilletChunk[] {
    this.#skills += 1
    return [
      { type: 'data-skill', id: skillPartId(this.#skills), data: skillData(event) },
      ...event.diagnostics.map(({ code, message, hint }) =>
        notice({ code, message, ...(hint !== undefined && { hint }) }),
      ),
    ]
  }

  #block(event: Event<'text'> | Event<'reasoning'>): readonly SkilletChunk[] {
    const { type, id } = event
    if (event.phase === 'delta') return [{ type: `${type}-delta`, id, delta: event.delta }]
    if (event.phase === 'end') return [{ type: `${type}-end`, id }]
    return [...this.#openStep(), { type: `${type}-start`, id }]
  }

  #input(event: Event<'tool-input'>): readonly SkilletChunk[] {
    const { callId, tool } = event
    if (event.phase === 'delta') {
      return [{ type: 'tool-input-delta', toolCallId: callId, inputTextDelta: event.delta }]
    }
    if (event.phase === 'end') return []
    this.#calls.set(callId, { tool, state: 'input' })
    return [
      ...this.#openStep(),
      { type: 'tool-input-start', toolCallId: callId, toolName: tool, dynamic: true },
    ]
  }

  #call({ callId, tool, input }: Event<'tool-call'>): readonly SkilletChunk[] {
    this.#calls.set(callId, { tool, state: 'called' })
    return [
      ...this.#openStep(),
      { type: 'tool-input-available', toolCallId: callId, toolName: tool, input, dynamic: true },
    ]
  }

  #approval(stored: StoredApproval): readonly SkilletChunk[] {
    const { id, callId } = stored.request
    const known = this.#questions.get(id)
    const request = known ?? approvalOf(stored, this.#ground.setting)
    this.#questions.set(id, request)
    const { answer, answeredAt } = stored
    const data = approvalData(request, answer && known && { answer, answeredAt })
    const part: SkilletChunk = { type: 'data-approval', id: approvalPartId(id), data }
    if (!this.#calls.has(callId)) return [part]
    if (!known) return [part, { type: 'tool-approval-request', approvalId: id, toolCallId: callId }]
    // No chunk of the AI SDK says that a person agreed: the call runs, and has printed nothing yet.
    return answer?.decision === 'no' ? [part] : [part, running(callId, '')]
  }

  #toolOutput(event: Event<'tool-output'>): readonly SkilletChunk[] {
    const { callId } = event
    if (event.final) {
      const { conversationId } = this.#ground
      return this.#result(callId, outcomeOutput(event.outcome, imageUrl(conversationId, callId)))
    }
    const text = this.#output.take(callId, event.delta)
    return text === undefined ? [] : [running(callId, text)]
  }

  #result(callId: string, output: ToolOutput): readonly SkilletChunk[] {
    const call = this.#calls.get(callId)
    this.#calls.set(callId, { tool: call?.tool ?? '', state: 'done' })
    this.#output.end(callId)
    return [{ type: 'tool-output-available', toolCallId: callId, output, dynamic: true }]
  }

  #end({ steps: _steps, turn: _turn, seq: _seq, type: _type, ...end }: Event<'turn-end'>) {
    const closing: readonly SkilletChunk[] = [
      ...this.#brokenCalls(),
      ...this.#closeStep(),
      ...this.#tell({ end: endMetadata(end) }),
    ]
    switch (end.reason) {
      case 'error':
        return [...closing, { type: 'error', errorText: end.error.message } as const]
      case 'aborted':
        return [...closing, { type: 'abort' } as const]
      case 'step-limit':
        return [...closing, { type: 'finish', finishReason: 'tool-calls' } as const]
      case 'done':
        return [...closing, { type: 'finish', finishReason: 'stop' } as const]
    }
  }

  /** Whoever shows this answer would wait for them for ever. */
  #brokenCalls(): readonly SkilletChunk[] {
    const broken = [...this.#calls].filter(([, { state }]) => state !== 'done')
    return broken.map(([toolCallId, { tool, state }]): SkilletChunk => {
      this.#calls.set(toolCallId, { tool, state: 'done' })
      if (state === 'called') {
        return { type: 'tool-output-error', toolCallId, errorText: unknownOutcome, dynamic: true }
      }
      const call = { toolCallId, toolName: tool, input: {}, dynamic: true } as const
      return { type: 'tool-input-error', ...call, errorText: neverRan }
    })
  }

  /** A step is shown with the first of its parts: one that brings none is not in the answer. */
  #openStep(): readonly SkilletChunk[] {
    const step = this.#step
    if (!step) return []
    const before = this.#closeStep()
    this.#step = undefined
    this.#isStepOpen = true
    const { model } = this.#metadata
    const told = model === step.model ? [] : this.#tell(modelMetadata(step.model))
    return [...before, { type: 'start-step' }, ...told]
  }

  #closeStep(): readonly SkilletChunk[] {
    if (!this.#isStepOpen) return []
    this.#isStepOpen = false
    return [{ type: 'finish-step' }]
  }

  #tell(news: Partial<MessageMetadata>): readonly SkilletChunk[] {
    this.#metadata = { ...this.#metadata, ...news }
    return [{ type: 'message-metadata', messageMetadata: this.#metadata }]
  }
}

/** The last lines of a call that runs. */
function running(toolCallId: string, text: string): SkilletChunk {
  const output: ToolOutput = { ok: true, text, live: true }
  return { type: 'tool-output-available', toolCallId, output, preliminary: true, dynamic: true }
}

function notice({
  code,
  message,
  hint,
}: {
  readonly code: string
  readonly message: string
  readonly hint?: string
}): SkilletChunk {
  const data = { code, message, ...(hint !== undefined && { hint }) }
  return { type: 'data-notice', data, transient: true }
}

/** As the engine sums what each step cost: a sum with a part that nobody knows has no price. */
function sumOf(
  before: MessageMetadata['usage'],
  more: Usage,
): NonNullable<MessageMetadata['usage']> {
  const sum = (a: number | undefined, b: number | undefined) =>
    a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0)
  const inputTokens = sum(before?.inputTokens, more.inputTokens)
  const outputTokens = sum(before?.outputTokens, more.outputTokens)
  const cachedInputTokens = sum(before?.cachedInputTokens, more.cachedInputTokens)
  const cost = before === undefined ? 0 : before.costUsd
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(cost !== undefined && more.costUsd !== undefined && { costUsd: cost + more.costUsd }),
  }
}
