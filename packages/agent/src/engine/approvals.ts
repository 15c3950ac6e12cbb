import type { ApprovalAnswer, ApprovalRequest } from '../permission/types.ts'
import type { EventBody } from './events.ts'

interface Waiting {
  readonly request: ApprovalRequest
  /** Takes the answer; from then on the question waits no more. */
  readonly settle: (answer: ApprovalAnswer) => void
}

/** Where a question is shown, and what ends the wait for its answer. */
export interface Asking {
  readonly emit: (body: EventBody) => void
  readonly signal: AbortSignal
}

/** Questions that wait for a person. Waiting counts towards no limit. */
export class Approvals {
  readonly #waiting = new Map<string, Waiting>()

  /** Shows the question and waits; a stopped turn answers no by itself. */
  async ask(request: ApprovalRequest, { emit, signal }: Asking): Promise<ApprovalAnswer> {
    const stopped: ApprovalAnswer = { decision: 'no', reason: 'The turn was stopped.' }
    if (signal.aborted) return stopped
    const settled = new AbortController()
    const answer = await new Promise<ApprovalAnswer>((resolve) => {
      const settle = (given: ApprovalAnswer) => {
        this.#waiting.delete(request.id)
        resolve(given)
      }
      this.#waiting.set(request.id, { request, settle })
      const options = { once: true, signal: settled.signal }
      signal.addEventListener('abort', () => settle(stopped), options)
      emit({ type: 'approval-request', request })
    })
    settled.abort()
    emit({ type: 'approval-resolved', id: request.id, answer })
    return answer
  }

  /**
   * Takes the first answer. A consent must carry the digest of what was shown, since exactly that
   * is what runs; without it, or with another, the question goes on waiting.
   */
  answer(id: string, answer: ApprovalAnswer): boolean {
    const waiting = this.#waiting.get(id)
    if (!waiting) return false
    if (answer.decision !== 'no' && answer.digest !== waiting.request.digest) return false
    waiting.settle(answer)
    return true
  }
}
