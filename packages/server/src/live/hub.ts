import type { LiveEvent } from '../contract/index.ts'
import type { Hub, LiveChunk, OpenOptions, RunningAnswer, World } from '../types.ts'
import { Backlog } from './backlog.ts'
import { EventLog, type LoggedEvent } from './event-log.ts'
import { frameOf, idFrame, keepAlive } from './frame.ts'
import { watchStore } from './watch-store.ts'

/** How often a quiet stream says that it is there, in milliseconds. */
const keepAliveMs = 15_000

interface Reader {
  /** The conversation that is open on its page. */
  readonly conversationId: string | undefined
  readonly backlog: Backlog
}

type HubWorld = Pick<World, 'store' | 'workspace' | 'start' | 'now'>

/** Makes the hub of one start. Nothing that is told ever waits for a page. */
export function createHub(world: HubWorld): Hub {
  return new LiveHub(world)
}

class LiveHub implements Hub {
  readonly #start: string
  readonly #log = new EventLog()
  readonly #readers = new Set<Reader>()
  readonly #watch: ReturnType<typeof watchStore>
  #source: (conversationId: string) => RunningAnswer | undefined = () => undefined
  #beat: NodeJS.Timeout | undefined

  constructor(world: HubWorld) {
    this.#start = world.start
    this.#watch = watchStore(world, {
      publish: (event, conversationId) => this.#tell(event, conversationId),
      openConversations: () => this.#openConversations(),
      ownAnswer: (id) => this.#source(id)?.answerId,
    })
  }

  publish(event: LiveEvent, conversationId?: string): void {
    this.#watch.told(event)
    this.#tell(event, conversationId)
  }

  #tell(event: LiveEvent, conversationId?: string): void {
    const logged = this.#log.append((number) => ({
      conversationId,
      frame: frameOf(event, this.#id(number)),
    }))
    for (const reader of Array.from(this.#readers)) {
      if (isFor(logged, reader.conversationId)) reader.backlog.send(logged.frame)
    }
  }

  publishChunk(chunk: LiveChunk): void {
    const readers = [...this.#readers].filter(
      ({ conversationId }) => conversationId === chunk.conversationId,
    )
    if (readers.length === 0) return
    const frame = chunkFrame(chunk)
    for (const { backlog } of readers) backlog.send(frame)
  }

  lastEventId(): string {
    return this.#id(this.#log.last)
  }

  replay(source: (conversationId: string) => RunningAnswer | undefined): void {
    this.#source = source
  }

  open({ conversation, after, cut }: OpenOptions): ReadableStream<Uint8Array> {
    // All at once: an event that is told meanwhile would be lost, or come twice.
    const reader: Reader = {
      conversationId: conversation,
      backlog: new Backlog({
        first: [...this.#missedFrames(conversation, after), ...this.#runningFrames(conversation)],
        gone: () => this.#leave(reader),
        cut,
      }),
    }
    this.#readers.add(reader)
    this.#beat ??= setInterval(() => this.#keepAlive(), keepAliveMs).unref()
    this.#watch.start()
    return reader.backlog.stream
  }

  close(): void {
    for (const { backlog } of Array.from(this.#readers)) backlog.close()
    this.#stop()
  }

  /** What a page that was away missed; one that was never there learns where it begins. */
  #missedFrames(open: string | undefined, after: string | undefined): readonly Uint8Array[] {
    if (after === undefined) return [idFrame(this.lastEventId())]
    const missed = this.#missed(after)
    if (!missed) return [frameOf({ type: 'reset' }, this.lastEventId())]
    return missed.filter((event) => isFor(event, open)).map(({ frame }) => frame)
  }

  /**
   * The answer that runs, from its `start` on. Pieces of answers are in no log: one that ended
   * meanwhile comes whole, with its message.
   */
  #runningFrames(conversationId: string | undefined): readonly Uint8Array[] {
    if (conversationId === undefined) return []
    const running = this.#source(conversationId)
    if (!running) return []
    const { answerId, chunks } = running
    return chunks.map((chunk) => chunkFrame({ conversationId, answerId, chunk }))
  }

  #missed(after: string): readonly LoggedEvent[] | undefined {
    const [start, number] = after.split('-')
    if (start !== this.#start || number === undefined || !/^\d{1,15}$/.test(number))
      return undefined
    return this.#log.after(Number(number))
  }

  #id(number: number): string {
    return `${this.#start}-${number}`
  }

  #openConversations(): ReadonlySet<string> {
    return new Set(Array.from(this.#readers).flatMap(({ conversationId }) => conversationId ?? []))
  }

  #keepAlive(): void {
    for (const { backlog } of Array.from(this.#readers)) backlog.send(keepAlive)
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader)
    if (this.#readers.size === 0) this.#stop()
  }

  #stop(): void {
    clearInterval(this.#beat)
    this.#beat = undefined
    this.#watch.stop()
  }
}

function isFor({ conversationId }: LoggedEvent, open: string | undefined): boolean {
  return conversationId === undefined || conversationId === open
}

function chunkFrame(chunk: LiveChunk): Uint8Array {
  return frameOf({ type: 'chunk', ...chunk })
}
