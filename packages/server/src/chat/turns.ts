import type { EngineEvent, RetryOptions, SubmitOptions, TurnError } from '@skillet/agent'
import type { RunningAnswer, World } from '../types.ts'
import { announcements } from './announce.ts'
import { messageSetting } from './messages/index.ts'
import { AnswerStream, ChunkLog } from './stream/index.ts'

/** A turn that this server began. It goes on whoever reads it. */
export interface StartedTurn {
  readonly conversationId: string
  /** Of the message of the person. */
  readonly messageId: string
  readonly answerId: string
  /** The chunks of its answer. */
  readonly log: ChunkLog
  /** Settles as soon as the message is in the store, or it is known why it will not be. */
  readonly accepted: Promise<Accepted>
}

export type Accepted =
  /** 0: it runs. */
  | { readonly kind: 'kept'; readonly place: number }
  /** Nothing of it is stored: the message is its writer's draft still. */
  | { readonly kind: 'refused'; readonly error: TurnError }

/** Runs turns, and tells pages of them. */
export interface Turns {
  submit(options: SubmitOptions & { readonly conversationId: string }): StartedTurn
  /** @param messageId of the person */
  retry(options: RetryOptions & { readonly messageId: string }): StartedTurn
  /** The turn of a conversation that runs here. */
  running(conversationId: string): StartedTurn | undefined
}

type TurnsWorld = Pick<World, 'engine' | 'store' | 'library' | 'rules' | 'hub' | 'now' | 'random'>

/** A turn as it is kept while it runs. */
interface Turn extends StartedTurn {
  readonly accept: (accepted: Accepted) => void
  /** Another branch is shown from here on. */
  readonly branches: boolean
  state: 'new' | 'waiting' | 'running'
}

/** @param lister gives a conversation as lists show it */
export function createTurns(world: TurnsWorld, lister: Parameters<typeof announcements>[1]): Turns {
  const turns = new Map<string, readonly Turn[]>()
  const tell = announcements(world, lister)

  const start = (
    ids: Pick<Turn, 'conversationId' | 'messageId' | 'answerId' | 'branches'>,
    events: AsyncIterable<EngineEvent>,
  ): StartedTurn => {
    const { conversationId } = ids
    let accept: Turn['accept'] = () => {}
    const accepted = new Promise<Accepted>((resolve) => {
      accept = resolve
    })
    const turn: Turn = { ...ids, log: new ChunkLog(), accepted, accept, state: 'new' }
    turns.set(conversationId, [...(turns.get(conversationId) ?? []), turn])
    follow(turn, events)
      .catch(() => {})
      .finally(() => {
        const others = (turns.get(conversationId) ?? []).filter((one) => one !== turn)
        if (others.length === 0) turns.delete(conversationId)
        else turns.set(conversationId, others)
        turn.log.end()
      })
    return turn
  }

  /** Takes one event after another, and output of running calls when it is due. */
  const follow = async (turn: Turn, events: AsyncIterable<EngineEvent>): Promise<void> => {
    const setting = messageSetting(world)
    const stream = new AnswerStream({ ...turn, setting, now: world.now })
    const iterator = events[Symbol.asyncIterator]()
    let next = iterator.next()
    for (;;) {
      const result = await soonest(next, stream.waits)
      if (result === 'due') {
        for (const chunk of stream.due()) show(turn, chunk)
        continue
      }
      if (result.done) return
      await take(turn, stream, result.value).catch(() => {})
      next = iterator.next()
    }
  }

  const take = async (turn: Turn, stream: AnswerStream, event: EngineEvent): Promise<void> => {
    if (turn.state === 'new' && event.type === 'turn-end' && !(await tell.isKept(turn))) {
      const error = event.error ?? { class: 'aborted', message: 'It was stopped.' }
      return turn.accept({ kind: 'refused', error })
    }
    turn.accept({ kind: 'kept', place: event.type === 'queued' ? event.place : 0 })
    const known = await tell.before(turn, event)
    if (event.type === 'queued') turn.state = 'waiting'
    else turn.state = 'running'
    for (const chunk of stream.take(event, known)) show(turn, chunk)
    await tell.after(turn, event)
  }

  /** A turn that waits is told of by its message. */
  const show = (turn: Turn, chunk: Parameters<ChunkLog['append']>[0]): void => {
    const { conversationId, answerId } = turn
    turn.log.append(chunk)
    if (turn.state === 'running') world.hub.publishChunk({ conversationId, answerId, chunk })
  }

  const running = (conversationId: string) =>
    turns.get(conversationId)?.find(({ state }) => state === 'running')

  world.hub.replay((conversationId): RunningAnswer | undefined => {
    const turn = running(conversationId)
    return turn && { answerId: turn.answerId, chunks: turn.log.replay() }
  })

  return {
    submit(options) {
      const { conversationId, messageId = world.random(8), edits } = options
      const answerId = world.random(8)
      const ids = { conversationId, messageId, answerId, branches: edits !== undefined }
      return start(ids, world.engine.submitMessage({ ...options, messageId, answerId }))
    },
    retry(options) {
      const { conversationId, messageId } = options
      const answerId = world.random(8)
      const ids = { conversationId, messageId, answerId, branches: true }
      return start(ids, world.engine.retry({ ...options, answerId }))
    },
    running,
  }
}

/** What comes next, or `due` where that many milliseconds pass before. */
async function soonest<T>(next: Promise<T>, waits: number | undefined): Promise<T | 'due'> {
  if (waits === undefined) return next
  let timer: NodeJS.Timeout | undefined
  const due = new Promise<'due'>((resolve) => {
    timer = setTimeout(() => resolve('due'), waits)
  })
  try {
    return await Promise.race([next, due])
  } finally {
    clearTimeout(timer)
  }
}
