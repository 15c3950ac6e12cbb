import { holdsSecrets, realPathOf } from '../tools/index.ts'
import { speaksOf } from './match.ts'
import { matchesPath } from './path-pattern.ts'
import { isState } from './protected.ts'
import type { PermissionContext, Rule } from './types.ts'

/**
 * Whether a search may open a file (absolute, links resolved): not where reading that file by
 * itself would be denied or asked about. For `ToolContext.searchable`.
 */
export function searchFilter(
  rules: readonly Rule[],
  context: PermissionContext,
): (path: string) => boolean {
  const limits = rules.filter((rule) => rule.effect !== 'allow' && speaksOf(rule, 'read'))
  return (path) => {
    if (holdsSecrets(path, realPathOf(context.workspace)) || isState(path, context)) return false
    return !limits.some(
      ({ pattern }) => pattern !== undefined && matchesPath(pattern, path, context),
    )
  }
}
