import { setMaxListeners } from 'node:events'
import type { Message } from '../store/index.ts'
import { Answer } from './answer.ts'
import type { Approvals } from './approvals.ts'
import { beginTurn } from './begin-turn.ts'
import type { EventLog } from './event-log.ts'
import { internalError } from './failure.ts'
import { typedParts } from './message-parts.ts'
import { type Preparation, prepareTurn, resolveMessage } from './prepare.ts'
import { overrideConsent } from './skills/index.ts'
import { runTurn, type TurnEnd } from './turn.ts'
import { type QueuedTurn, TurnQueue } from './turn-queue.ts'
import type { ConversationState, Refused, Turn, World } from './turn-state.ts'
import type { SubmitOptions } from './types.ts'

/** A message that a person sent, and where its events go. */
interface Submission {
  readonly options: SubmitOptions
  readonly log: EventLog
  readonly message: Pick<Message, 'id' | 'createdAt'>
  /** Its place in the store is kept from the start, so that the order of messages is theirs. */
  readonly answerId: string
  readonly stop: AbortController
  /** Fires with `stop` and with the caller's own signal. */
  readonly signal: AbortSignal
}

type QueuedSubmission = Submission & QueuedTurn<TurnEnd>

/** One conversation: its turns run one after another, in the order the messages came. */
export class Conversation {
  readonly #world: World
  readonly #state: ConversationState
  readonly #queue = new TurnQueue<QueuedSubmission, TurnEnd>()

  constructor(id: string, world: World, approvals: Approvals) {
    this.#world = world
    this.#state = { id, shell: { cwd: world.workspace }, approvals }
  }

  /** Starts the turn, or queues it behind those before it. It needs no reader. */
  submit(options: SubmitOptions, log: EventLog): void {
    const place = this.#queue.length
    const draft = place === 0 ? this.#refusal(options) : undefined
    if (draft) {
      finish(log, notBegun(draft))
      return
    }
    const submission = this.#receive(options, log)
    if (place > 0) log.append({ type: 'queued', place })
    this.#queue.add({
      ...submission,
      store: () => this.#keep(submission, place === 0 ? 'unsent' : 'queued'),
      run: () => this.#run(submission),
      end: (result) => finish(log, endOf(result)),
    })
  }

  /** Stops the turn that runs; queued messages keep their turn. */
  stop(): void {
    this.#queue.first?.stop.abort()
  }

  /** Prepares the turn and runs it. A message whose turn does not begin stays, unsent. */
  async #run(submission: Submission): Promise<TurnEnd> {
    const begun = await this.#begin(submission).catch(faulty)
    if (begun.kind === 'begun') return runTurn(begun.turn)
    await this.#keep(submission, 'unsent')
    return begun.kind === 'refused' ? notBegun(begun) : { reason: 'aborted', steps: 0 }
  }

  async #begin(submission: Submission): Promise<Begun> {
    if (submission.signal.aborted) return { kind: 'stopped' }
    const preparation = await this.#prepare(submission)
    if (preparation.kind === 'refused') return preparation
    if (submission.signal.aborted) return { kind: 'stopped' }
    const turn = this.#turn(submission, preparation)
    await this.#keepStart(turn)
    return { kind: 'begun', turn }
  }

  /** A call that cannot be made, found at once: the message is its writer's draft still. */
  #refusal(options: SubmitOptions): Refused | undefined {
    try {
      const asked = resolveMessage(this.#world, options, this.#world.library.snapshot)
      return asked.kind === 'refused' ? asked : undefined
    } catch (error) {
      return faulty(error)
    }
  }

  #receive(options: SubmitOptions, log: EventLog): Submission {
    const { random, now } = this.#world
    const stop = new AbortController()
    const signal = AbortSignal.any(options.signal ? [stop.signal, options.signal] : [stop.signal])
    // Every tool that runs side by side listens to it: ten are no leak.
    setMaxListeners(0, signal)
    const message = { id: random(8), createdAt: now() }
    return { options, log, message, answerId: random(8), stop, signal }
  }

  #prepare({ options, log, message, answerId, signal }: Submission): Promise<Preparation> {
    const { id } = this.#state
    const asking = { conversationId: id, messageId: answerId, emit: log.append, signal }
    const { approvals } = this.#state
    const consent = overrideConsent({ world: this.#world, approvals, asking })
    return prepareTurn(this.#world, options, message, consent)
  }

  #turn(
    { log, answerId, signal }: Submission,
    { prepared, start }: Extract<Preparation, { kind: 'ready' }>,
  ): Turn {
    const { store, now } = this.#world
    const answer = new Answer(store, this.#state.id, answerId, now())
    const conversation = this.#state
    return beginTurn(this.#world, {
      prepared,
      start,
      conversation,
      answer,
      emit: log.append,
      signal,
    })
  }

  /** What was typed, and the hand-over, are in the store before anything is sent. */
  async #keepStart({ prepared, answer }: Turn): Promise<void> {
    const { store } = this.#world
    await store.put(this.#state.id, prepared.message)
    if (prepared.picked) await store.addActivation(this.#state.id, prepared.picked.stored)
    await answer.save()
  }

  /** A message as typed, that waits, or of which nothing was sent. */
  async #keep(submission: Submission, state: 'queued' | 'unsent'): Promise<void> {
    const { options, message, answerId } = submission
    const { store, library, workspace, now } = this.#world
    const parts = typedParts(options, library.snapshot)
    await store.create({ id: this.#state.id, workspace, now: now() })
    await store.put(this.#state.id, { ...message, role: 'user', parts, state })
    const answer = { id: answerId, role: 'assistant' as const, parts: [], createdAt: now(), state }
    await store.put(this.#state.id, answer)
  }
}

/** A turn that runs from here on, or why none does. */
type Begun =
  | { readonly kind: 'begun'; readonly turn: Turn }
  | { readonly kind: 'stopped' }
  | Refused

function faulty(error: unknown): Refused {
  return { kind: 'refused', error: internalError(error) }
}

function notBegun({ error }: Refused): TurnEnd {
  return { reason: 'error', error, steps: 0 }
}

function endOf(result: PromiseSettledResult<TurnEnd>): TurnEnd {
  return result.status === 'fulfilled' ? result.value : notBegun(faulty(result.reason))
}

function finish(log: EventLog, end: TurnEnd): void {
  log.append({ type: 'turn-end', ...end })
  log.close()
}
