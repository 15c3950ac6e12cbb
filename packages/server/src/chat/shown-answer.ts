import type { ApprovalAnswer, ApprovalRequest } from '@skillet/agent'
import { RequestFailure } from '../failure.ts'

/** An answer as a request gives it: a bare one of the AI SDK names no digest. */
export interface GivenAnswer {
  readonly decision: ApprovalAnswer['decision']
  readonly digest?: string | undefined
  readonly rule?: string | undefined
  readonly reason?: string | undefined
}

/** The engine's form of an answer. A yes to anything else than what was shown counts for nothing. */
export function shownAnswer(
  { digest, rule }: ApprovalRequest,
  { decision, reason, ...given }: GivenAnswer,
): ApprovalAnswer {
  if (decision === 'no') return { decision, ...(reason !== undefined && { reason }) }
  if ((given.digest ?? digest) !== digest) throw notShown()
  if (decision === 'always' && given.rule !== rule) throw notShown()
  return { decision, digest }
}

function notShown(): RequestFailure {
  return new RequestFailure(409, {
    code: 'changed',
    message: 'This is not what was shown, so it was not answered.',
    hint: 'Look at it again.',
  })
}
