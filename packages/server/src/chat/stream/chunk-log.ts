import type { SkilletChunk } from '../../contract/index.ts'

/** Hears of the chunks of an answer. */
export interface ChunkReader {
  readonly take: (chunk: SkilletChunk) => void
  /** No further chunk follows. */
  readonly end: () => void
}

/**
 * All chunks of an answer that runs, for whoever comes later: pieces of one block are one piece,
 * and of what is said again only the last is kept, so that it is never longer than the answer.
 * Chunks behind a question are kept apart from those before it: a client that was shown the question
 * goes on from there.
 */
export class ChunkLog {
  readonly #sections: MergedChunks[] = [new MergedChunks()]
  /** By the id of a question: the number of the section behind it. */
  readonly #behind = new Map<string, number>()
  readonly #readers = new Set<ChunkReader>()
  #isOpen = true

  get isOpen(): boolean {
    return this.#isOpen
  }

  append(chunk: SkilletChunk): void {
    if (!isTransient(chunk)) this.#keep(chunk)
    for (const reader of Array.from(this.#readers)) reader.take(chunk)
  }

  #keep(chunk: SkilletChunk): void {
    this.#sections.at(-1)?.add(chunk)
    if (!isQuestion(chunk)) return
    this.#behind.set(questionOf(chunk), this.#sections.length)
    this.#sections.push(new MergedChunks())
  }

  end(): void {
    this.#isOpen = false
    for (const reader of Array.from(this.#readers)) reader.end()
    this.#readers.clear()
  }

  /** Everything so far. */
  replay(): readonly SkilletChunk[] {
    return this.#sections.flatMap((section) => section.all())
  }

  /** What came before a question with it, and what came behind; undefined where it is not known. */
  around(
    approvalId: string,
  ):
    | { readonly before: readonly SkilletChunk[]; readonly behind: readonly SkilletChunk[] }
    | undefined {
    const at = this.#behind.get(approvalId)
    if (at === undefined) return undefined
    const all = (sections: readonly MergedChunks[]) => sections.flatMap((one) => one.all())
    return { before: all(this.#sections.slice(0, at)), behind: all(this.#sections.slice(at)) }
  }

  /** Hears of every chunk from now on. Taken together with what was replayed at once, of all. */
  read(reader: ChunkReader): () => void {
    if (!this.#isOpen) {
      reader.end()
      return () => {}
    }
    this.#readers.add(reader)
    return () => void this.#readers.delete(reader)
  }
}

type Question = Extract<SkilletChunk, { type: 'tool-approval-request' | 'data-approval' }>

function isQuestion(chunk: SkilletChunk): chunk is Question {
  if (chunk.type === 'tool-approval-request') return true
  return chunk.type === 'data-approval' && chunk.data.answer === undefined
}

function questionOf(chunk: Question): string {
  return chunk.type === 'tool-approval-request' ? chunk.approvalId : chunk.data.request.id
}

function isTransient(chunk: SkilletChunk): boolean {
  return 'transient' in chunk && chunk.transient === true
}

/** Chunks that give the same message as all that were added, in as few as that takes. */
class MergedChunks {
  readonly #chunks: SkilletChunk[] = []
  /** Where the last chunk is that the next of its kind is joined with, or replaces. */
  readonly #places = new Map<string, number>()

  all(): readonly SkilletChunk[] {
    return this.#chunks
  }

  add(chunk: SkilletChunk): void {
    const key = keyOf(chunk)
    const place = key === undefined ? undefined : this.#places.get(key)
    const present = place === undefined ? undefined : this.#chunks[place]
    if (place !== undefined && present) {
      this.#chunks[place] = joined(present, chunk)
      return
    }
    if (key !== undefined) this.#places.set(key, this.#chunks.length)
    this.#chunks.push(chunk)
  }
}

/** Of chunks that can be one. A result comes once, and behind the running output of its call. */
function keyOf(chunk: SkilletChunk): string | undefined {
  switch (chunk.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return `${chunk.type} ${chunk.id}`
    case 'tool-input-delta':
      return `${chunk.type} ${chunk.toolCallId}`
    case 'message-metadata':
      return chunk.type
    case 'tool-output-available':
      return `${chunk.type} ${chunk.toolCallId}`
    default:
      return undefined
  }
}

function joined(before: SkilletChunk, chunk: SkilletChunk): SkilletChunk {
  if (before.type === 'text-delta' && chunk.type === 'text-delta') {
    return { ...chunk, delta: before.delta + chunk.delta }
  }
  if (before.type === 'reasoning-delta' && chunk.type === 'reasoning-delta') {
    return { ...chunk, delta: before.delta + chunk.delta }
  }
  if (before.type === 'tool-input-delta' && chunk.type === 'tool-input-delta') {
    return { ...chunk, inputTextDelta: before.inputTextDelta + chunk.inputTextDelta }
  }
  return chunk
}
