import type { ApprovalAnswer, ApprovalRequest, StoredApproval } from '@skillet/agent'
import type { Approval, DataParts } from '../../contract/index.ts'

/** What an approval is shown with beside what is stored of it. */
export interface ApprovalSetting {
  /** Scope of the skill of this name; undefined where it is not known any more. */
  readonly scopeOf: (skill: string) => string | undefined
  /** Absolute: the file that *always* writes to. Undefined: it holds for this start alone. */
  readonly ruleFile: string | undefined
}

/** A question as the page shows it. */
export function approvalOf(
  { conversationId, messageId, request, askedAt }: Omit<StoredApproval, 'answer' | 'answeredAt'>,
  { scopeOf, ruleFile }: ApprovalSetting,
): Approval {
  const { skill, diff, sandbox, openings, hidden, baseHash: _baseHash, ...shown } = request
  return {
    ...shown,
    access: accessOf(request),
    conversationId,
    messageId,
    askedAt,
    ...(diff !== undefined && { diff }),
    ...(skill !== undefined && { skill: { name: skill, scope: scopeOf(skill) ?? 'unknown' } }),
    ...(sandbox && { sandbox }),
    ...(openings && { openings: [...openings] }),
    ...(hidden && { hidden }),
    ...(request.rule !== '' && ruleFile !== undefined && { ruleFile }),
  }
}

function accessOf({ access }: ApprovalRequest): Approval['access'] {
  if (access.kind !== 'read' && access.kind !== 'write') return access
  const { kind, paths, named } = access
  return { kind, paths: [...paths], ...(named && { named: [...named] }) }
}

/** The part of a message that holds a question, and its answer once there is one. */
export function approvalData(
  request: Approval,
  answered?: { readonly answer: ApprovalAnswer; readonly answeredAt: number },
): DataParts['approval'] {
  if (!answered) return { request }
  const { digest: _, ...answer } = answered.answer
  return { request, answer: { ...answer, answeredAt: answered.answeredAt } }
}

/** Of the data part with this question. */
export const approvalPartId = (id: string) => `approval-${id}`

/** A question about no call of the model: a skill wants something for the rest of the turn. */
export function isAboutNoCall({ id, callId }: Pick<ApprovalRequest, 'id' | 'callId'>): boolean {
  return id === callId
}
