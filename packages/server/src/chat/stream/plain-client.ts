import type { SkilletChunk } from '../../contract/index.ts'

/**
 * What a plain `useChat` client is sent of an answer. It answers a question by a request of its own,
 * as soon as each call of the last step is over or waits for it: so a call that has not had its turn
 * is not shown before, and the answer pauses where every open call waits.
 */
export class PlainClientChunks {
  readonly #calls = new Map<string, 'open' | 'waiting' | 'done'>()
  /** Shown once they have their turn. */
  readonly #later = new Set<string>()
  /** The call that each question is about. */
  readonly #questions = new Map<string, string>()
  /** Questions about no call: a skill wants something. */
  readonly #wishes = new Set<string>()

  /** The chunk, where the client is sent it now. */
  take(chunk: SkilletChunk): readonly SkilletChunk[] {
    switch (chunk.type) {
      case 'tool-input-start':
        if (this.#isAllDone()) return this.#open(chunk)
        this.#later.add(chunk.toolCallId)
        return []
      case 'tool-input-delta':
        return this.#later.has(chunk.toolCallId) ? [] : [chunk]
      case 'tool-input-available':
        return this.#open(chunk)
      case 'tool-approval-request':
        this.#questions.set(chunk.approvalId, chunk.toolCallId)
        this.#calls.set(chunk.toolCallId, 'waiting')
        return [chunk]
      case 'tool-output-available':
        this.#calls.set(chunk.toolCallId, chunk.preliminary ? 'open' : 'done')
        return [chunk]
      case 'tool-output-error':
      case 'tool-input-error':
        this.#calls.set(chunk.toolCallId, 'done')
        return [chunk]
      case 'data-approval':
        this.#wish(chunk)
        return [chunk]
      default:
        return [chunk]
    }
  }

  /** Nothing further comes before a person has answered. */
  get waits(): boolean {
    if (this.#wishes.size > 0) return true
    const states = [...this.#calls.values()]
    return states.includes('waiting') && !states.includes('open')
  }

  /** A question that was answered waits no more, whatever the answer. */
  answered(approvalId: string): void {
    this.#wishes.delete(approvalId)
    const callId = this.#questions.get(approvalId)
    if (callId !== undefined && this.#calls.get(callId) === 'waiting')
      this.#calls.set(callId, 'open')
  }

  #isAllDone(): boolean {
    return [...this.#calls.values()].every((state) => state === 'done')
  }

  #open(chunk: Extract<SkilletChunk, { toolCallId: string }>): readonly SkilletChunk[] {
    this.#later.delete(chunk.toolCallId)
    this.#calls.set(chunk.toolCallId, 'open')
    return [chunk]
  }

  #wish({ data }: Extract<SkilletChunk, { type: 'data-approval' }>): void {
    const { id, callId } = data.request
    if (id !== callId) return
    if (data.answer) this.#wishes.delete(id)
    else this.#wishes.add(id)
  }
}

/** For a client that has these chunks already. */
export function afterChunks(before: readonly SkilletChunk[]): PlainClientChunks {
  const client = new PlainClientChunks()
  for (const chunk of before) client.take(chunk)
  return client
}
