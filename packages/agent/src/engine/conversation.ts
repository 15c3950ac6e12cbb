import { setMaxListeners } from 'node:events'
import { currentOwner } from '../store/index.ts'
import { Answer } from './answer.ts'
import type { Approvals } from './approvals.ts'
import { beginTurn } from './begin-turn.ts'
import type { EventLog } from './event-log.ts'
import { internalError, placeLost } from './failure.ts'
import { type Preparation, prepareTurn } from './prepare.ts'
import type { Received, ReceivedRevision } from './receive-message.ts'
import { overrideConsent } from './skills/index.ts'
import { endOf, runTurn, type TurnEnd } from './turn.ts'
import type { ConversationState, Refused, Turn, World } from './turn-state.ts'
import {
  type KeptRequest,
  keepMessage,
  keepRetry,
  keepState,
  type NewTurn,
  Place,
  PlaceLostError,
  type QueuedTurn,
  resolveMessage,
  revisedRequest,
  TurnQueue,
  type TurnRequest,
} from './turns/index.ts'
import type { RetryOptions, SubmitOptions } from './types.ts'
import { untilStopped } from './until-stopped.ts'

/** What a person asked for, and where its events go. */
interface Submission {
  readonly log: EventLog
  /** Its place in the store is kept from the start, so that the order of messages is theirs. */
  readonly answerId: string
  readonly place: Place
  readonly stop: AbortController
  /** Fires with `stop`, with the caller's own signal, and where the turn loses its place. */
  readonly signal: AbortSignal
  readonly waiting: Waiting
}

/** A message on its way to its turn. */
interface Waiting {
  /** As it is in the store: the person may change it until its turn begins. */
  kept?: KeptRequest
  begun: boolean
}

/** What stands in the store for a turn that waits, or why there is nothing. */
type Kept = KeptRequest | Refused

type QueuedSubmission = Submission & QueuedTurn<Kept, TurnEnd>

/** One conversation: its turns run one after another, in the order that the store knows. */
export class Conversation {
  readonly #world: World
  readonly #state: ConversationState
  readonly #queue = new TurnQueue<QueuedSubmission, Kept, TurnEnd>()

  constructor(id: string, world: World, approvals: Approvals) {
    this.#world = world
    this.#state = {
      id,
      shell: { cwd: world.workspace },
      knowsPlace: false,
      knowsWindow: false,
      approvals,
      learnt: new Map(),
    }
  }

  /** Starts the turn, or queues it behind those before it. It needs no reader. */
  submit(received: Received, log: EventLog): void {
    const { options } = received
    const draft = this.#draft(options)
    if (draft) {
      refuseTurn(log, draft)
      return
    }
    const { messageId: id = this.#world.random(8) } = options
    const message = { id, createdAt: this.#world.now() }
    this.#queueUp(options, log, (turn) =>
      keepMessage(this.#world, { ...received, kind: 'new', message }, turn),
    )
  }

  /** Answers a message once more, in its turn. */
  retry(options: RetryOptions, log: EventLog): void {
    this.#queueUp(options, log, (turn) => keepRetry(this.#world, options, turn))
  }

  /** Changes a message that waits, or takes it away. False where none of this id waits here. */
  async revise({ messageId, ...revision }: ReceivedRevision): Promise<boolean> {
    const turn = this.#queue.find(({ waiting }) => waiting.kept?.message.id === messageId)
    const { kept, begun = true } = turn?.waiting ?? {}
    if (!turn || turn.stop.signal.aborted) return false
    if (begun || kept?.request.kind !== 'new') return false
    const revised = revisedRequest(this.#world, kept, revision)
    turn.waiting.kept = revised
    const { change } = revision
    if (change === null) turn.stop.abort()
    const end = change === null ? { end: { reason: 'aborted' as const } } : {}
    await keepState(this.#world, revised, { state: change ? 'queued' : 'unsent', ...end })
    return true
  }

  /** Stops the turn that runs; queued messages keep their turn. */
  stop(): void {
    this.#queue.first?.stop.abort()
  }

  /** Stops every turn, also those that wait, and resolves when each has ended. */
  async close(): Promise<void> {
    for (const { stop } of this.#queue.turns) stop.abort()
    await this.#queue.ended
  }

  /** Whether no turn runs or waits here. */
  get isIdle(): boolean {
    return this.#queue.length === 0
  }

  /** Whether the turn of this answer runs or waits here. */
  has(answerId: string): boolean {
    return this.#queue.has((turn) => turn.answerId === answerId)
  }

  /** A call that cannot be made, found at once: the message is its writer's draft still. */
  #draft(options: SubmitOptions): Refused | undefined {
    if (this.#queue.length > 0) return undefined
    try {
      const asked = resolveMessage(this.#world, options, this.#world.library.snapshot)
      return asked.kind === 'refused' ? asked : undefined
    } catch (error) {
      return faulty(error)
    }
  }

  #queueUp(
    options: Pick<SubmitOptions, 'answerId' | 'signal'>,
    log: EventLog,
    keep: (turn: NewTurn) => Promise<Kept>,
  ): void {
    const before = this.#queue.length
    const submission = this.#receive(options, log)
    const { answerId, place, waiting } = submission
    const turn = {
      id: this.#state.id,
      answerId,
      place,
      owner: currentOwner(),
      state: before === 0 ? ('unsent' as const) : ('queued' as const),
    }
    this.#queue.add({
      ...submission,
      store: async () => {
        const kept = await keep(turn)
        if (kept.kind === 'kept') {
          waiting.kept = kept
          if (before > 0) log.append({ type: 'queued', place: before })
        }
        return kept
      },
      run: (kept) => this.#run(submission, kept),
      end: (result) => finish(log, settledEnd(result)),
    })
  }

  #receive(
    {
      answerId = this.#world.random(8),
      signal: caller,
    }: Pick<SubmitOptions, 'answerId' | 'signal'>,
    log: EventLog,
  ): Submission {
    const { store, wait } = this.#world
    const place = new Place({ store, conversationId: this.#state.id, answerId, wait })
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, place.lost, ...(caller ? [caller] : [])])
    // Every tool that runs side by side listens to it: ten are no leak.
    setMaxListeners(0, signal)
    return { log, answerId, place, stop, signal, waiting: { begun: false } }
  }

  /** Waits for its place, prepares the turn and runs it, and makes way for the next. */
  async #run(submission: Submission, kept: Kept): Promise<TurnEnd> {
    if (kept.kind === 'refused') return notBegun(kept)
    try {
      return await this.#runInPlace(submission, kept)
    } finally {
      await submission.place.giveUp()
    }
  }

  /** A message whose turn does not begin stays, unsent. */
  async #runInPlace(submission: Submission, kept: KeptRequest): Promise<TurnEnd> {
    const begun = await this.#begin(submission, kept).catch(notBegunFor)
    if (begun.kind === 'begun') return runTurn(begun.turn)
    if (begun.kind === 'lost') return { reason: 'error', error: placeLost, steps: 0 }
    const end: TurnEnd =
      begun.kind === 'refused' ? notBegun(begun) : { reason: 'aborted', steps: 0 }
    if (await submission.place.holds()) {
      const { kept: last = kept } = submission.waiting
      await keepState(this.#world, last, { state: 'unsent', end: endOf(end) })
    } else if (end.error?.class === 'internal') {
      // A store that knows no such conversation any more says so in its own words.
      return { reason: 'error', error: placeLost, steps: 0 }
    }
    return end
  }

  async #begin(submission: Submission, kept: KeptRequest): Promise<Begun> {
    const { place, signal, log, waiting } = submission
    // Its signal fires for a lost place too, which is no stop: another process has said its end.
    place.check()
    if (signal.aborted) return { kind: 'stopped' }
    await place.first(signal, async (before) => {
      log.append({ type: 'queued', place: before })
      await keepState(this.#world, waiting.kept ?? kept, { state: 'queued' })
    })
    waiting.begun = true
    place.check()
    if (signal.aborted) return { kind: 'stopped' }
    const { request } = waiting.kept ?? kept
    // Models and knowledge may be a program's own, and hear of no signal.
    const preparation = await untilStopped(this.#prepare(submission, request), signal)
    place.check()
    if (preparation === undefined) return { kind: 'stopped' }
    if (preparation.kind === 'refused') return preparation
    if (signal.aborted) return { kind: 'stopped' }
    const turn = this.#turn(submission, preparation)
    await this.#keepStart(turn)
    return { kind: 'begun', turn }
  }

  #prepare({ log, answerId, signal }: Submission, request: TurnRequest): Promise<Preparation> {
    const { id, approvals } = this.#state
    const asking = { conversationId: id, messageId: answerId, emit: log.append, signal }
    const consent = overrideConsent({ world: this.#world, approvals, asking })
    return prepareTurn(this.#world, request, consent)
  }

  #turn(
    { log, answerId, place, signal }: Submission,
    { prepared, start }: Extract<Preparation, { kind: 'ready' }>,
  ): Turn {
    const { store, now } = this.#world
    const conversation = this.#state
    const { id: conversationId } = conversation
    const answer = new Answer({ store, conversationId, id: answerId, createdAt: now(), place })
    return beginTurn(this.#world, {
      prepared,
      start,
      conversation,
      answer,
      emit: log.append,
      signal,
    })
  }

  /**
   * The hand-over, then what was typed, are in the store before anything is sent: a message that
   * counts has its skill.
   */
  async #keepStart({ prepared, answer }: Turn): Promise<void> {
    const { message, picked, repeats } = prepared
    await answer.begin({
      ...(picked && repeats !== 'skill' && { activation: picked.stored }),
      ...(!repeats && { message }),
    })
  }
}

/** A turn that runs from here on, or why none does. */
type Begun =
  | { readonly kind: 'begun'; readonly turn: Turn }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'lost' }
  | Refused

function notBegunFor(error: unknown): Begun {
  return error instanceof PlaceLostError ? { kind: 'lost' } : faulty(error)
}

function faulty(error: unknown): Refused {
  return { kind: 'refused', error: internalError(error) }
}

/** Ends a turn of which nothing is kept: what was asked cannot be. */
export function refuseTurn(log: EventLog, refused: Refused): void {
  finish(log, notBegun(refused))
}

function notBegun({ error }: Refused): TurnEnd {
  return { reason: 'error', error, steps: 0 }
}

function settledEnd(result: PromiseSettledResult<TurnEnd>): TurnEnd {
  return result.status === 'fulfilled' ? result.value : notBegun(faulty(result.reason))
}

function finish(log: EventLog, end: TurnEnd): void {
  log.append({ type: 'turn-end', ...end })
  log.close()
}
