import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { openSettingsKnowledge } from '../run/knowledge.ts'
import type { Check } from './types.ts'

/** Whether what the settings name as knowledge can be used, by reading it as a run would. */
export async function checkKnowledge(
  context: Context,
  workspace: Workspace,
): Promise<readonly Check[]> {
  const knowledge = await openSettingsKnowledge(context, workspace)
  if (knowledge === undefined) return []
  // A search waits until all is read.
  await knowledge.search('knowledge', { limit: 1 })
  const check = { area: 'Knowledge', subject: '`knowledge` of the settings' } as const
  const problems = knowledge.problems()
  if (problems.length === 0) return [{ ...check, status: 'ok', detail: 'read' }]
  return problems.map(
    (detail): Check => ({
      ...check,
      status: 'warning',
      detail,
      remedy: 'Correct or remove it under `knowledge` in the settings.',
    }),
  )
}
