import type { ApprovalAnswer, ApprovalRequest } from '@skillet/agent'
import { isAboutNoCall } from './question.ts'

/** Once, for this turn, always, no. */
export type AnswerKey = 'y' | 't' | 'a' | 'n'

/** Which keys answer a request, in the order in which they are shown. */
export function answerKeys(request: ApprovalRequest): readonly AnswerKey[] {
  if (isAboutNoCall(request)) return ['y', 'n']
  return request.rule === '' ? ['y', 't', 'n'] : ['y', 't', 'a', 'n']
}

/** @param digest of the request that was shown */
export function answerFor(key: AnswerKey, digest: string): ApprovalAnswer {
  switch (key) {
    case 'y':
      return { decision: 'once', digest }
    case 't':
      return { decision: 'turn', digest }
    case 'a':
      return { decision: 'always', digest }
    case 'n':
      return { decision: 'no', digest }
  }
}
