import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider'
import { type ModelMessage, streamText, type TextStreamPart, type ToolSet } from 'ai'
import { StallError, UnfinishedStreamError } from '../model/index.ts'
import type { ProviderFailure } from '../model/types.ts'
import type { Part } from '../store/types.ts'
import type { EventBody, Usage } from './events.ts'
import { quietModel } from './quiet-model.ts'

/** One request to the model, ready to be sent. */
export interface StepRequest {
  readonly model: LanguageModelV3
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: ToolSet
  /** Counts from 1 within the turn; makes block ids unique. */
  readonly step: number
}

export interface StepContext {
  /** Call ids of this turn so far: some servers start again from `call_0` at every step. */
  readonly usedCallIds: Set<string>
  readonly emit: (body: EventBody) => void
  /** Turns what the provider's package threw into a sentence; the error itself goes no further. */
  readonly describe: (error: unknown) => ProviderFailure
  readonly signal: AbortSignal
  readonly stallMs: number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A tool call as the model made it; nothing about it is checked yet. */
export interface ModelCall {
  readonly callId: string
  readonly tool: string
  readonly input: unknown
}

/** What one call of the model gave. `parts` holds what arrived, in every case. */
export type StepOutcome = {
  readonly parts: readonly Part[]
  readonly calls: readonly ModelCall[]
  /** What the provider attached to its parts, by part (text, reasoning) or call id. */
  readonly notes: ReadonlyMap<Part | string, SharedV3ProviderOptions>
  readonly usage?: Usage
} & (
  | { readonly kind: 'answered'; readonly cutByLength: boolean }
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'failed'
      readonly failure: ProviderFailure
      /** Whether a person saw anything of this step: then it is not tried again. */
      readonly shown: boolean
    }
)

type StreamPart = TextStreamPart<ToolSet>
type Ending = { readonly kind: 'aborted' } | { readonly kind: 'failed'; readonly error: unknown }

/** Calls the model once, shows what comes, and says how it ended. Never throws. */
export async function streamStep(request: StepRequest, context: StepContext): Promise<StepOutcome> {
  const cut = new AbortController()
  const signal = AbortSignal.any([context.signal, cut.signal])
  const answer = new StepAnswer(request.step, context)
  try {
    for await (const part of watched(openStream(request, signal), context)) {
      const ending = answer.take(part)
      if (ending) return answer.end(context.signal.aborted ? { kind: 'aborted' } : ending)
    }
    if (context.signal.aborted) return answer.end({ kind: 'aborted' })
    return answer.end()
  } catch (error) {
    return answer.end(context.signal.aborted ? { kind: 'aborted' } : { kind: 'failed', error })
  } finally {
    cut.abort()
  }
}

function openStream(request: StepRequest, abortSignal: AbortSignal): AsyncIterable<StreamPart> {
  const { model, system, messages, tools } = request
  return streamText({
    model: quietModel(model),
    system: {
      role: 'system',
      content: system,
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    },
    messages: [...messages],
    tools,
    maxRetries: 0,
    abortSignal,
    includeRawChunks: false,
    experimental_include: { requestBody: false },
    // Nothing of a conversation is kept at the provider.
    providerOptions: { openai: { store: false } },
    // The default prints the error object, which holds the whole prompt.
    onError: () => {},
  }).fullStream
}

/** Ends where the person stops the turn, throws where nothing comes for too long. */
async function* watched(
  stream: AsyncIterable<StreamPart>,
  { signal, stallMs, wait }: StepContext,
): AsyncIterable<StreamPart> {
  const iterator = stream[Symbol.asyncIterator]()
  for (;;) {
    const arrived = new AbortController()
    const next = iterator.next()
    const patience = wait(stallMs, AbortSignal.any([signal, arrived.signal]))
    const first = await Promise.race([next, patience.then(() => 'nothing' as const)])
    arrived.abort()
    if (first === 'nothing') {
      next.catch(() => {})
      if (signal.aborted) return
      throw new StallError('stream', stallMs)
    }
    if (first.done) return
    yield first.value
  }
}

type Block = { type: 'text' | 'reasoning'; id: string; text: string; begun: boolean }

const filtered: ProviderFailure = {
  class: 'request',
  message: 'The provider stopped the answer by its content filter.',
  hint: 'Say it in other words, or choose another model.',
  retryable: false,
}

/** Gathers one answer from its stream, and shows each piece at once. */
class StepAnswer {
  readonly #step: number
  readonly #emit: (body: EventBody) => void
  readonly #order: (Block | ModelCall)[] = []
  readonly #open = new Map<string, Block>()
  readonly #notes = new Map<Block | string, SharedV3ProviderOptions>()
  #shown = false
  #usage: Usage | undefined
  #finish: string | undefined

  readonly #usedCallIds: Set<string>
  /** The call whose input streams under this id of the provider. */
  readonly #streaming = new Map<string, { readonly callId: string; readonly tool: string }>()

  readonly #describe: (error: unknown) => ProviderFailure

  constructor(step: number, { emit, usedCallIds, describe }: StepContext) {
    this.#step = step
    this.#describe = describe
    this.#emit = emit
    this.#usedCallIds = usedCallIds
  }

  /** Takes one piece; gives back how the step ends where that piece ends it. */
  take(part: StreamPart): Ending | undefined {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#block(part.type === 'text-start' ? 'text' : 'reasoning', part.id)
        return this.#note(part.id, part.providerMetadata)
      case 'text-delta':
      case 'reasoning-delta':
        this.#grow(part.type === 'text-delta' ? 'text' : 'reasoning', part.id, part.text)
        return this.#note(part.id, part.providerMetadata)
      case 'text-end':
      case 'reasoning-end':
        this.#note(part.id, part.providerMetadata)
        return this.#close(part.id)
      case 'tool-input-start':
        return this.#toolInput('start', part.id, part.toolName)
      case 'tool-input-delta':
        return this.#toolInput('delta', part.id, undefined, part.delta)
      case 'tool-input-end':
        return this.#toolInput('end', part.id)
      case 'tool-call':
        return this.#call(part)
      case 'finish-step':
        this.#usage = readUsage(part.usage)
        this.#finish = part.finishReason
        return undefined
      case 'abort':
        return { kind: 'failed', error: new UnfinishedStreamError() }
      case 'error':
        return { kind: 'failed', error: part.error }
      default:
        return undefined
    }
  }

  end(ending?: Ending): StepOutcome {
    for (const id of [...this.#open.keys()]) this.#close(id)
    const gathered = this.#gathered()
    if (ending?.kind === 'aborted') return { ...gathered, kind: 'aborted' }
    const failure = ending ? this.#describe(ending.error) : this.#finishFailure()
    if (failure) return { ...gathered, kind: 'failed', failure, shown: this.#shown }
    return { ...gathered, kind: 'answered', cutByLength: this.#finish === 'length' }
  }

  /** A stream without `finish`, or one that ended for an unknown reason, was cut. */
  #finishFailure(): ProviderFailure | undefined {
    if (this.#finish === 'content-filter') return filtered
    const complete = this.#finish === 'stop' || this.#finish === 'length'
    if (complete || this.#finish === 'tool-calls') return undefined
    return this.#describe(new UnfinishedStreamError())
  }

  #gathered(): Pick<StepOutcome, 'parts' | 'calls' | 'notes' | 'usage'> {
    const notes = new Map<Part | string, SharedV3ProviderOptions>()
    const calls = this.#order.filter((entry) => 'callId' in entry)
    const parts = this.#order.flatMap((entry): Part[] => {
      if ('callId' in entry) {
        const note = this.#notes.get(entry.callId)
        if (note) notes.set(entry.callId, note)
        return [{ type: 'tool', ...entry }]
      }
      const note = this.#notes.get(entry)
      if (entry.text === '' && !note) return []
      const part: Part = { type: entry.type, text: entry.text }
      if (note) notes.set(part, note)
      return [part]
    })
    return { parts, calls, notes, ...(this.#usage && { usage: this.#usage }) }
  }

  #block(type: Block['type'], id: string): Block {
    const block: Block = { type, id: `${this.#step}.${id}`, text: '', begun: false }
    this.#order.push(block)
    this.#open.set(id, block)
    return block
  }

  #grow(type: Block['type'], id: string, delta: string): void {
    if (delta === '') return
    const block = this.#open.get(id) ?? this.#block(type, id)
    if (!block.begun) this.#emit({ type, phase: 'start', id: block.id })
    block.begun = true
    block.text += delta
    this.#shown = true
    this.#emit({ type, phase: 'delta', id: block.id, delta })
  }

  #close(id: string): undefined {
    const block = this.#open.get(id)
    this.#open.delete(id)
    if (block?.begun) this.#emit({ type: block.type, phase: 'end', id: block.id })
    return undefined
  }

  #toolInput(phase: 'start' | 'delta' | 'end', id: string, name?: string, delta?: string) {
    if (name !== undefined) this.#streaming.set(id, { callId: this.#freshId(id), tool: name })
    const call = this.#streaming.get(id)
    if (!call) return undefined
    this.#shown = true
    this.#emit({ type: 'tool-input', phase, ...call, ...(delta !== undefined && { delta }) })
    return undefined
  }

  #call(part: Extract<StreamPart, { type: 'tool-call' }>): undefined {
    const callId = this.#streaming.get(part.toolCallId)?.callId ?? this.#freshId(part.toolCallId)
    this.#streaming.delete(part.toolCallId)
    this.#shown = true
    this.#order.push({ callId, tool: part.toolName, input: part.input })
    if (part.providerMetadata) this.#notes.set(callId, part.providerMetadata)
    return undefined
  }

  #freshId(id: string): string {
    let fresh = id === '' ? 'call' : id
    for (let n = 2; this.#usedCallIds.has(fresh); n++) fresh = `${id === '' ? 'call' : id}_${n}`
    this.#usedCallIds.add(fresh)
    return fresh
  }

  #note(id: string, metadata: SharedV3ProviderOptions | undefined): undefined {
    const block = this.#open.get(id)
    if (block && metadata) this.#notes.set(block, metadata)
    return undefined
  }
}

function readUsage(usage: {
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
  readonly inputTokenDetails: { readonly cacheReadTokens: number | undefined }
}): Usage {
  const { inputTokens, outputTokens } = usage
  const cachedInputTokens = usage.inputTokenDetails.cacheReadTokens
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
  }
}
