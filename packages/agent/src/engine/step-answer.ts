import type { JSONObject, SharedV3ProviderOptions } from '@ai-sdk/provider'
import { costOf, UnfinishedStreamError } from '../model/index.ts'
import type { ProviderFailure, Usage } from '../model/types.ts'
import type { Part } from '../store/index.ts'
import { blankSecrets, secretBlanker } from '../tools/index.ts'
import { asWrittenInJson, blankInput } from './blank-input.ts'
import type { EventBody, StreamPhase } from './events.ts'
import type { Ending, ModelCall, StepContext, StepOutcome, StreamPart } from './step.ts'

type SecretBlanker = ReturnType<typeof secretBlanker>

type Block = {
  type: 'text' | 'reasoning'
  id: string
  text: string
  begun: boolean
  /** As the model wrote it, keys included: only for comparing. */
  given: string
  readonly blanker: SecretBlanker
}

/** A call whose input streams in. */
interface StreamingCall {
  readonly callId: string
  readonly tool: string
  /** Where the call stands: it was shown before it is whole. */
  readonly place: Place
  readonly blanker: SecretBlanker
}

const filtered: ProviderFailure = {
  class: 'request',
  message: 'The provider stopped the answer by its content filter.',
  hint: 'Say it in other words, or choose another model.',
  retryable: false,
}

/** Of a call in the order of the answer; empty until the call is whole. */
interface Place {
  call?: ModelCall
}

/** Gathers one answer from its stream, and shows each piece at once. */
export class StepAnswer {
  readonly #step: number
  readonly #emit: (body: EventBody) => void
  /** As a person sees them come: a block has its place with its first text. */
  #order: readonly (Block | Place)[] = []
  readonly #open = new Map<string, Block>()
  readonly #notes = new Map<Block | string, SharedV3ProviderOptions>()
  #shown = false
  #usage: Usage | undefined
  #finish: string | undefined

  readonly #usedCallIds: Set<string>
  /** The call whose input streams under this id of the provider. */
  readonly #streaming = new Map<string, StreamingCall>()
  /** Tools that the provider runs by itself, and that a notice has named. */
  readonly #providerTools = new Set<string>()

  readonly #describe: (error: unknown) => ProviderFailure
  readonly #secrets: readonly string[]

  constructor(step: number, { emit, usedCallIds, describe, secrets }: StepContext) {
    this.#step = step
    this.#describe = describe
    this.#secrets = secrets
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
        if (!part.providerExecuted) this.#beginInput(part.id, part.toolName)
        return undefined
      case 'tool-input-delta':
        return this.#growInput(part.id, part.delta)
      case 'tool-input-end':
        return this.#endInput(part.id)
      case 'tool-call':
        return part.providerExecuted ? this.#providerTool(part.toolName) : this.#call(part)
      case 'finish-step':
        this.#usage = readUsage(part.usage)
        this.#finish = part.finishReason
        return undefined
      case 'abort':
        return { kind: 'failed', error: new UnfinishedStreamError() }
      case 'error':
        return { kind: 'failed', error: part.error }
      case 'start':
      case 'start-step':
      case 'finish':
      case 'file':
      case 'source':
      case 'raw':
      case 'tool-result':
      case 'tool-error':
      case 'tool-output-denied':
      case 'tool-approval-request':
        return undefined
    }
  }

  end(ending?: Ending): StepOutcome {
    for (const id of this.#open.keys()) this.#close(id)
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
    const calls = this.#order.flatMap((entry) => ('type' in entry ? [] : (entry.call ?? [])))
    const parts = this.#order.flatMap((entry): Part[] => {
      if (!('type' in entry)) {
        if (!entry.call) return []
        const note = this.#notes.get(entry.call.callId)
        if (note) notes.set(entry.call.callId, note)
        return [{ type: 'tool', ...entry.call }]
      }
      // A signature holds for the text that the provider wrote, not for one without its keys.
      const note = entry.text === entry.given ? this.#notes.get(entry) : undefined
      if (entry.text === '' && !note) return []
      const part: Part = { type: entry.type, text: entry.text }
      if (note) notes.set(part, note)
      return [part]
    })
    return { parts, calls, notes, ...(this.#usage && { usage: this.#usage }) }
  }

  #block(type: Block['type'], id: string): Block {
    const blanker = secretBlanker(this.#secrets)
    const block: Block = {
      type,
      id: `${this.#step}.${id}`,
      text: '',
      given: '',
      begun: false,
      blanker,
    }
    this.#order = [...this.#order, block]
    this.#open.set(id, block)
    return block
  }

  #grow(type: Block['type'], id: string, delta: string): void {
    const block = this.#open.get(id) ?? this.#block(type, id)
    block.given += delta
    this.#showText(block, block.blanker.push(delta))
  }

  #showText(block: Block, delta: string): void {
    if (delta === '') return
    const { type, id } = block
    if (!block.begun) {
      this.#order = [...this.#order.filter((entry) => entry !== block), block]
      this.#emit({ type, phase: 'start', id })
    }
    block.begun = true
    block.text += delta
    this.#shown = true
    this.#emit({ type, phase: 'delta', id, delta })
  }

  #close(id: string): undefined {
    const block = this.#open.get(id)
    this.#open.delete(id)
    if (!block) return undefined
    this.#showText(block, block.blanker.end())
    if (block.begun) this.#emit({ type: block.type, phase: 'end', id: block.id })
    return undefined
  }

  #beginInput(id: string, tool: string): StreamingCall {
    const blanker = secretBlanker(asWrittenInJson(this.#secrets))
    const place: Place = {}
    const call = { callId: this.#freshId(id), tool: this.#nameOf(tool), place, blanker }
    this.#order = [...this.#order, place]
    this.#streaming.set(id, call)
    this.#showInput(call, { phase: 'start' })
    return call
  }

  /** A call whose input came in one piece is shown in its place all the same. */
  #wholeInput(id: string, tool: string): StreamingCall {
    const call = this.#beginInput(id, tool)
    this.#showInput(call, { phase: 'end' })
    return call
  }

  #growInput(id: string, delta: string): undefined {
    const call = this.#streaming.get(id)
    const shown = call?.blanker.push(delta) ?? ''
    if (call && shown !== '') this.#showInput(call, { phase: 'delta', delta: shown })
    return undefined
  }

  #endInput(id: string): undefined {
    const call = this.#streaming.get(id)
    if (!call) return undefined
    const rest = call.blanker.end()
    if (rest !== '') this.#showInput(call, { phase: 'delta', delta: rest })
    this.#showInput(call, { phase: 'end' })
    return undefined
  }

  #showInput({ callId, tool }: StreamingCall, piece: StreamPhase): void {
    this.#shown = true
    this.#emit({ type: 'tool-input', callId, tool, ...piece })
  }

  #call(part: Extract<StreamPart, { type: 'tool-call' }>): undefined {
    const { toolCallId: id, toolName } = part
    const streamed = this.#streaming.get(id) ?? this.#wholeInput(id, toolName)
    this.#streaming.delete(id)
    this.#shown = true
    const input = blankInput(part.input, asWrittenInJson(this.#secrets))
    streamed.place.call = { callId: streamed.callId, tool: this.#nameOf(toolName), input }
    if (part.providerMetadata) this.#notes.set(streamed.callId, part.providerMetadata)
    return undefined
  }

  /** A model may write anything as the name of a tool. */
  #nameOf(tool: string): string {
    return blankSecrets(tool, this.#secrets)
  }

  /** The provider runs it and reads the result: it is not ours to run, and only said. */
  #providerTool(tool: string): undefined {
    if (this.#providerTools.has(tool)) return undefined
    this.#providerTools.add(tool)
    this.#shown = true
    const message = `The provider ran its own tool ${JSON.stringify(this.#nameOf(tool))}; Skillet had no part in it.`
    this.#emit({ type: 'notice', code: 'provider-tool', message })
    return undefined
  }

  /** Unique in the conversation, and of a length and letters that every provider takes back. */
  #freshId(id: string): string {
    const given = this.#nameOf(id).replace(/[^\w-]/gu, '_')
    const base = given === '' || given.length > longestId ? 'call' : given
    let fresh = base
    for (let n = 2; this.#usedCallIds.has(fresh); n++) fresh = `${base}_${n}`
    this.#usedCallIds.add(fresh)
    return fresh
  }

  #note(id: string, metadata: SharedV3ProviderOptions | undefined): undefined {
    const block = this.#open.get(id)
    if (block && metadata) this.#notes.set(block, metadata)
    return undefined
  }
}

/** OpenAI's chat protocol takes 40 characters, a few of which may be needed to tell ids apart. */
const longestId = 36

function readUsage(usage: {
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
  readonly inputTokenDetails: { readonly cacheReadTokens: number | undefined }
  readonly raw?: JSONObject
}): Usage {
  const { inputTokens, outputTokens } = usage
  const cachedInputTokens = usage.inputTokenDetails.cacheReadTokens
  const costUsd = costOf(usage.raw)
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(costUsd !== undefined && { costUsd }),
  }
}
