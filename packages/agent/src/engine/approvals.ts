import type { ApprovalAnswer, ApprovalRequest } from '../permission/types.ts'
import type { ConversationStore, StoredApproval } from '../store/types.ts'
import type { EventBody } from './events.ts'
import type { Turn } from './turn-state.ts'

/** What questions are kept in and timed by. */
export interface ApprovalGround {
  readonly store: ConversationStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Resolves after that many milliseconds, or as soon as the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Whose question it is, where it is shown, and what ends the wait for its answer. */
export interface Asking {
  readonly conversationId: string
  /** Of the answer in whose turn it is asked. */
  readonly messageId: string
  readonly emit: (body: EventBody) => void
  readonly signal: AbortSignal
}

/** Asks in the turn's name. */
export function askingOf({ conversation, answer, emit, signal }: Turn): Asking {
  return { conversationId: conversation.id, messageId: answer.id, emit, signal }
}

/** How often a question looks for an answer that another process wrote, in milliseconds. */
const lookEveryMs = 500

const stopped: ApprovalAnswer = { decision: 'no', stopped: true }

/**
 * Questions that wait for a person. Each is in the store before it is shown, and so is its answer:
 * any process of that store may give it. Waiting counts towards no limit.
 */
export class Approvals {
  readonly #ground: ApprovalGround
  /** Wakes a question of this process whose answer was just written. */
  readonly #waiting = new Map<string, () => void>()

  constructor(ground: ApprovalGround) {
    this.#ground = ground
  }

  /** Shows the question and waits; a stopped turn answers no by itself. Rejects where the store does. */
  async ask(request: ApprovalRequest, asking: Asking): Promise<ApprovalAnswer> {
    const { conversationId, messageId, emit, signal } = asking
    const { store, now } = this.#ground
    if (signal.aborted) return stopped
    await store.addApproval({ conversationId, messageId, request, askedAt: now() })
    const wake = () => this.#waiting.get(request.id)?.()
    signal.addEventListener('abort', wake)
    try {
      emit({ type: 'approval-request', request })
      const answer = await this.#answerTo(request, signal)
      emit({ type: 'approval-resolved', id: request.id, answer })
      return answer
    } finally {
      signal.removeEventListener('abort', wake)
      wake()
      this.#waiting.delete(request.id)
    }
  }

  /**
   * Takes the first answer, also to a question of another process of the store while its turn runs.
   * A consent must carry the digest of what was shown, since exactly that is what runs; without it,
   * with another, or with a decision that is none, the question goes on waiting.
   */
  async answer(id: string, answer: ApprovalAnswer): Promise<boolean> {
    const { store, now } = this.#ground
    const asked = await store.approval(id)
    if (!asked || asked.answer || !isAbout(answer, asked.request)) return false
    if (!this.#waiting.has(id) && !(await isWaiting(store, asked))) return false
    const counts = await store.answerApproval(id, answer, now())
    this.#waiting.get(id)?.()
    return counts
  }

  /** The first answer that the store holds; a stopped turn writes its own. */
  async #answerTo(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { store, now } = this.#ground
    for (;;) {
      const woken = this.#nextLook(request.id)
      if (signal.aborted) await store.answerApproval(request.id, stopped, now())
      const asked = await store.approval(request.id)
      // Deleted with its conversation: nobody can answer any more.
      if (!asked) return stopped
      if (asked.answer) return checked(asked.answer, request)
      await woken
    }
  }

  /** Resolves when there may be an answer. Made before the store is read, so that none is missed. */
  #nextLook(id: string): Promise<void> {
    const woken = new AbortController()
    this.#waiting.set(id, () => woken.abort())
    return this.#ground.wait(lookEveryMs, woken.signal)
  }
}

/** The questions of a conversation that can still be answered: not those of a turn that is over. */
export async function waitingApprovals(
  store: ConversationStore,
  conversationId: string,
): Promise<readonly StoredApproval[]> {
  const open = (await store.approvals(conversationId)).filter(({ answer }) => !answer)
  if (open.length === 0) return []
  await store.endDeadTurns()
  const running = new Set((await store.turns(conversationId)).map(({ answerId }) => answerId))
  return open.filter(({ messageId }) => running.has(messageId))
}

/** Once the process that asked is gone its question counts no more: retry asks again. */
async function isWaiting(store: ConversationStore, asked: StoredApproval): Promise<boolean> {
  const waiting = await waitingApprovals(store, asked.conversationId)
  return waiting.some(({ request }) => request.id === asked.request.id)
}

const consents: ReadonlySet<unknown> = new Set<ApprovalAnswer['decision']>([
  'once',
  'turn',
  'always',
])

/** A surface may pass on what a page or another program sent it: what is no decision is no consent. */
function isAbout(answer: ApprovalAnswer, { digest }: ApprovalRequest): boolean {
  return answer.decision === 'no' || (consents.has(answer.decision) && answer.digest === digest)
}

/** A consent to something else, which only a faulty process can have written, is none. */
function checked(answer: ApprovalAnswer, request: ApprovalRequest): ApprovalAnswer {
  if (isAbout(answer, request)) return answer
  return { decision: 'no', reason: 'The answer was about something else than what was shown.' }
}
