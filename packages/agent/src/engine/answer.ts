import type { SharedV3ProviderOptions } from '@ai-sdk/provider'
import type { Usage } from '../model/types.ts'
import type {
  BegunTurn,
  CallResult,
  ConversationStore,
  Message,
  MessageEnd,
  Part,
} from '../store/types.ts'
import type { ToolOutcome } from '../tools/types.ts'
import type { Place } from './turns/index.ts'

type ToolPart = Extract<Part, { type: 'tool' }>

export interface AnswerGround {
  readonly store: ConversationStore
  readonly conversationId: string
  readonly id: string
  readonly createdAt: number
  readonly place: Pick<Place, 'check' | 'holds'>
}

/** The assistant's message of one turn: grows part by part and is saved whole. */
export class Answer {
  readonly #store: ConversationStore
  readonly #conversationId: string
  readonly #head: Pick<Message, 'id' | 'role' | 'createdAt'>
  readonly #notes = new Map<Part | string, { model: string; options: SharedV3ProviderOptions }>()
  readonly #place: Pick<Place, 'check' | 'holds'>
  #parts: readonly Part[] = []
  #usage: Usage | undefined
  #end: MessageEnd | undefined
  /** What stands in the store: each write waits for the disk, so none is made twice. */
  #saved: Pick<Message, 'parts' | 'usage' | 'end'> | undefined

  constructor({ store, conversationId, id, createdAt, place }: AnswerGround) {
    this.#store = store
    this.#conversationId = conversationId
    this.#head = { id, role: 'assistant', createdAt }
    this.#place = place
  }

  get id(): string {
    return this.#head.id
  }

  get message(): Message {
    return {
      ...this.#head,
      parts: this.#parts,
      ...(this.#usage && { usage: this.#usage }),
      ...(this.#end && { end: this.#end }),
    }
  }

  add(...parts: readonly Part[]): void {
    this.#parts = [...this.#parts, ...parts]
  }

  /** Names a call that is there as it was understood. */
  nameCall(callId: string, tool: string, input: unknown): void {
    this.#change(callId, (part) => ({ ...part, tool, input }))
  }

  /** Fills in what came of a call that is there. */
  endCall(callId: string, result: CallResult): void {
    this.#change(callId, (part) => ({ ...part, result }))
  }

  #change(callId: string, changed: (part: ToolPart) => ToolPart): void {
    this.#parts = this.#parts.map((part) =>
      part.type === 'tool' && part.callId === callId ? changed(part) : part,
    )
  }

  outcomeOf(callId: string): ToolOutcome | undefined {
    const part = this.#parts.find((one) => one.type === 'tool' && one.callId === callId)
    const result = part?.type === 'tool' ? part.result : undefined
    return result?.kind === 'outcome' ? result.outcome : undefined
  }

  /** Keeps what a provider attached to its parts, for the rest of this turn. */
  keepNotes(model: string, notes: ReadonlyMap<Part | string, SharedV3ProviderOptions>): void {
    for (const [key, options] of notes) this.#notes.set(key, { model, options })
  }

  /** The notes of one model alone: another model's are foreign to it. */
  notesOf(model: string): (part: Part) => SharedV3ProviderOptions | undefined {
    return (part) => {
      const note = this.#notes.get(part.type === 'tool' ? part.callId : part)
      return note?.model === model ? note.options : undefined
    }
  }

  addUsage(usage: Usage): void {
    const sum = (a: number | undefined, b: number | undefined) =>
      a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0)
    const inputTokens = sum(this.#usage?.inputTokens, usage.inputTokens)
    const outputTokens = sum(this.#usage?.outputTokens, usage.outputTokens)
    const cachedInputTokens = sum(this.#usage?.cachedInputTokens, usage.cachedInputTokens)
    // A sum with a part that nobody knows would look like the whole.
    const before = this.#usage === undefined ? 0 : this.#usage.costUsd
    const isKnown = before !== undefined && usage.costUsd !== undefined
    this.#usage = {
      ...(inputTokens !== undefined && { inputTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
      ...(cachedInputTokens !== undefined && { cachedInputTokens }),
      ...(isKnown && { costUsd: before + usage.costUsd }),
    }
  }

  /** Whether the turn has its place still; where the store does not say, it has. */
  holdsPlace(): Promise<boolean> {
    return this.#place.holds().catch(() => true)
  }

  /** How the turn ended. Nothing changes from then on. */
  end(end: MessageEnd): void {
    this.#end = end
  }

  /** Keeps it, empty, with what the turn begins with. */
  async begin(start: Omit<BegunTurn, 'answer'>): Promise<void> {
    this.#place.check()
    const { message: answer } = this
    await this.#store.beginTurn(this.#conversationId, { ...start, answer })
    this.#saved = answer
  }

  /** @throws PlaceLostError once the turn has no place any more: the answer is another's to end */
  async save(): Promise<void> {
    this.#place.check()
    const { message } = this
    const { parts, usage, end } = this.#saved ?? {}
    if (message.parts === parts && message.usage === usage && message.end === end) return
    await this.#store.put(this.#conversationId, message)
    this.#saved = message
  }
}
