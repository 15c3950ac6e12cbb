import type { StoredApproval } from '@skillet/agent'
import type { Approval } from '../contract/index.ts'
import type { World } from '../types.ts'

/** What a person is asked, as it goes to the page. */
export function approvalShape(
  { library, rules }: Pick<World, 'library' | 'rules'>,
  { conversationId, messageId, request, askedAt }: StoredApproval,
): Approval {
  const { access, skill, openings, rule } = request
  const entry = library.snapshot.entries.find((one) => one.name === skill && one.state === 'loaded')
  return {
    id: request.id,
    conversationId,
    messageId,
    callId: request.callId,
    tool: request.tool,
    input: request.input,
    access:
      'paths' in access
        ? {
            kind: access.kind,
            paths: [...access.paths],
            ...(access.named !== undefined && { named: [...access.named] }),
          }
        : { ...access },
    workspace: request.workspace,
    ...(request.diff !== undefined && { diff: request.diff }),
    ...(skill !== undefined && { skill: { name: skill, scope: entry?.scope ?? 'unknown' } }),
    ...(request.sandbox !== undefined && { sandbox: request.sandbox }),
    ...(openings !== undefined && { openings: [...openings] }),
    ...(request.hidden && { hidden: true }),
    reason: request.reason,
    rule,
    ...(rule !== '' && rules.file !== undefined && { ruleFile: rules.file }),
    digest: request.digest,
    askedAt,
  }
}
