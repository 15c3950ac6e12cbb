import { setMaxListeners } from 'node:events'
import type { Message, Part } from '../store/index.ts'
import { Answer } from './answer.ts'
import type { Approvals } from './approvals.ts'
import { overrideConsent } from './consent.ts'
import type { EventLog } from './event-log.ts'
import { internalError } from './failure.ts'
import { plainText } from './history.ts'
import { readyModel } from './model-choice.ts'
import { type Preparation, prepareTurn } from './prepare.ts'
import { runTurn, type TurnEnd } from './turn.ts'
import type { ConversationState, PreparedTurn, Turn, World } from './turn-state.ts'
import type { SubmitOptions } from './types.ts'

/** A message that a person sent, and where its events go. */
interface Submission {
  readonly options: SubmitOptions
  readonly log: EventLog
  readonly message: Pick<Message, 'id' | 'createdAt'>
  /** Its place in the store is kept from the start, so that the order of messages is theirs. */
  readonly answerId: string
  readonly place: 'first' | 'queued'
  readonly stop: AbortController
}

/** One conversation: its turns run one after another, in the order the messages came. */
export class Conversation {
  readonly #world: World
  readonly #state: ConversationState
  /** Turns that run or wait, the running one first. */
  #unfinished: readonly AbortController[] = []
  #last: Promise<void> = Promise.resolve()
  /** Resolves once every message so far has its place in the store. */
  #placed: Promise<void> = Promise.resolve()

  constructor(id: string, world: World, approvals: Approvals) {
    this.#world = world
    this.#state = { id, shell: { cwd: world.workspace }, approvals }
  }

  /** Starts the turn, or queues it behind those before it. It needs no reader. */
  submit(options: SubmitOptions, log: EventLog): void {
    const { random, now } = this.#world
    const message = { id: random(8), createdAt: now() }
    const stop = new AbortController()
    const place = this.#unfinished.length === 0 ? 'first' : 'queued'
    const submission: Submission = { options, log, message, answerId: random(8), place, stop }
    if (place === 'queued') log.append({ type: 'queued', place: this.#unfinished.length })
    this.#unfinished = [...this.#unfinished, submission.stop]
    const before = this.#placed
    let placed = () => {}
    this.#placed = new Promise<void>((resolve) => {
      placed = resolve
    })
    const stored = place === 'queued' ? this.#afterwards(before, submission, placed) : undefined
    this.#last = Promise.all([this.#last, stored])
      .then(() => this.#run(submission, placed))
      .catch((error: unknown) => {
        finish(log, 0, { reason: 'error', error: internalError(error) })
      })
      .finally(() => {
        this.#unfinished = this.#unfinished.slice(1)
        placed()
      })
  }

  /** A queued message is stored at once, but behind those that came before it. */
  async #afterwards(before: Promise<void>, submission: Submission, placed: () => void) {
    await before
    await this.#putAside(submission, 'queued')
    placed()
  }

  /** Stops the turn that runs; queued messages keep their turn. */
  stop(): void {
    this.#unfinished[0]?.abort()
  }

  /** Never rejects: the next message's turn comes whatever happens in this one. */
  async #run(submission: Submission, placed: () => void): Promise<void> {
    const { options, log, stop } = submission
    const signal = AbortSignal.any(options.signal ? [stop.signal, options.signal] : [stop.signal])
    // Every tool that runs side by side listens to it: ten are no leak.
    setMaxListeners(0, signal)
    let turn: Turn | undefined
    let end: TurnEnd
    try {
      const preparation = await this.#prepare(submission, signal)
      if (preparation.kind === 'ready' && !signal.aborted) {
        turn = this.#begin(preparation.turn, submission, signal)
        await this.#storeStart(turn)
        placed()
        end = await runTurn(turn)
      } else {
        if (submission.place === 'queued') await this.#putAside(submission, 'unsent')
        end = notBegun(preparation)
      }
    } catch (error) {
      end = { reason: 'error', error: internalError(error) }
    }
    finish(log, turn?.steps ?? 0, end)
  }

  #prepare({ options, log, message }: Submission, signal: AbortSignal): Promise<Preparation> {
    const asking = { emit: log.append, signal }
    const { approvals } = this.#state
    const consent = overrideConsent({ world: this.#world, approvals, asking })
    return prepareTurn(this.#world, options, message, consent)
  }

  #begin(prepared: PreparedTurn, { log, answerId }: Submission, signal: AbortSignal): Turn {
    const { store, now } = this.#world
    const { active, pool, granted: rules } = prepared
    const answer = new Answer(store, this.#state.id, answerId, now())
    const model = readyModel(prepared.model, {
      message: plainText(prepared.message.parts),
      snapshot: prepared.snapshot,
      pool,
      language: prepared.language,
      activation: prepared.picked?.activation,
      turn: answerId,
      outcomeOf: (callId) => answer.outcomeOf(callId),
    })
    return {
      world: this.#world,
      prepared,
      conversation: this.#state,
      answer,
      emit: log.append,
      signal,
      model,
      active,
      pool,
      rules,
      refused: new Map(),
      usedCallIds: new Set(callIds(prepared.earlier)),
      steps: 0,
    }
  }

  /** What was typed, and the hand-over, are in the store before anything is sent. */
  async #storeStart({ prepared, answer }: Turn): Promise<void> {
    const { store } = this.#world
    await this.#create()
    await store.put(this.#state.id, prepared.message)
    if (prepared.picked) await store.addActivation(this.#state.id, prepared.picked.stored)
    await answer.save()
  }

  /** A message that waits, or that could not be sent: kept as typed, and sent to nobody. */
  async #putAside(submission: Submission, state: 'queued' | 'unsent'): Promise<void> {
    const { options, message, answerId } = submission
    const { store, library, now } = this.#world
    const { skill } = options.skill === undefined ? {} : library.find(options.skill)
    const parts: Part[] = [{ type: 'text', text: options.text }]
    if (skill) parts.unshift({ type: 'skill', name: skill.name, location: skill.location })
    await this.#create()
    await store.put(this.#state.id, { ...message, role: 'user', parts, state })
    const answer = { id: answerId, role: 'assistant' as const, parts: [], createdAt: now(), state }
    await store.put(this.#state.id, answer)
  }

  async #create(): Promise<void> {
    const { store, workspace, now } = this.#world
    await store.create({ id: this.#state.id, workspace, now: now() })
  }
}

function callIds(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool' ? [part.callId] : [])),
  )
}

function notBegun(preparation: Preparation): TurnEnd {
  return preparation.kind === 'refused'
    ? { reason: 'error', error: preparation.error }
    : { reason: 'aborted' }
}

function finish(log: EventLog, steps: number, { reason, error }: TurnEnd): void {
  log.append({ type: 'turn-end', reason, steps, ...(error && { error }) })
  log.close()
}
