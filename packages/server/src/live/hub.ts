import type { LiveEvent } from '../contract/index.ts'
import type { Hub, LiveChunk, OpenOptions, RunningAnswer, World } from '../types.ts'
import { Backlog } from './backlog.ts'
import { EventLog, type LoggedEvent } from './event-log.ts'
import { frameOf, keepAlive } from './frame.ts'
import { watchStore } from './watch-store.ts'

/** How often a quiet stream says that it is there, in milliseconds. */
const keepAliveMs = 15_000

interface Reader {
  /** The conversation that is open on its page. */
  readonly conversationId: string | undefined
  readonly backlog: Backlog
}

type HubWorld = Pick<World, 'store' | 'workspace' | 'start'>

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
      publish: (event, conversationId) => this.publish(event, conversationId),
      openConversations: () => this.#openConversations(),
      isHere: (id) => this.#source(id) !== undefined,
    })
  }

  publish(event: LiveEvent, conversationId?: string): void {
    const logged = this.#log.append((number) => ({
      conversationId,
      frame: frameOf(event, this.#id(number)),
    }))
    for (const reader of [...this.#readers]) {
      if (isFor(logged, reader.conversationId)) reader.backlog.send(logged.frame)
    }
  }

  publishChunk(chunk: LiveChunk): void {
    const readers = [...this.#readers].filter(
      ({ conversationId }) => conversationId === chunk.conversationId,
    )
    if (readers.length === 0) return
    const frame = frameOf({ type: 'chunk', ...chunk })
    for (const { backlog } of readers) backlog.send(frame)
  }

  lastEventId(): string {
    return this.#id(this.#log.last)
  }

  replay(source: (conversationId: string) => RunningAnswer | undefined): void {
    this.#source = source
  }

  open({ conversation, after }: OpenOptions): ReadableStream<Uint8Array> {
    const reader: Reader = {
      conversationId: conversation,
      backlog: new Backlog(() => this.#leave(reader)),
    }
    // All at once: an event that is told meanwhile would be lost, or come twice.
    this.#catchUp(reader, after)
    this.#readers.add(reader)
    this.#beat ??= setInterval(() => this.#keepAlive(), keepAliveMs).unref()
    this.#watch.start()
    return reader.backlog.stream
  }

  close(): void {
    for (const { backlog } of [...this.#readers]) backlog.close()
    this.#stop()
  }

  /**
   * What the page missed, then the answer that runs, from its `start` on. Pieces of answers are in no
   * log: one that ended meanwhile comes whole with its message.
   */
  #catchUp({ conversationId, backlog }: Reader, after: string | undefined): void {
    const missed = after === undefined ? [] : this.#missed(after)
    if (missed === undefined) {
      backlog.send(frameOf({ type: 'reset' }, this.lastEventId()))
    } else {
      for (const event of missed) if (isFor(event, conversationId)) backlog.send(event.frame)
      // So that a page that is cut off before the first event knows where it was.
      if (after === undefined)
        backlog.send(new TextEncoder().encode(`id: ${this.lastEventId()}\n\n`))
    }
    if (conversationId === undefined) return
    const running = this.#source(conversationId)
    for (const chunk of running?.chunks ?? []) {
      const answerId = running?.answerId ?? ''
      backlog.send(frameOf({ type: 'chunk', ...{ conversationId, answerId, chunk } }))
    }
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
    return new Set([...this.#readers].flatMap(({ conversationId }) => conversationId ?? []))
  }

  #keepAlive(): void {
    for (const { backlog } of [...this.#readers]) backlog.send(keepAlive)
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
