import { holdsSecrets, realPathOf } from '../tools/index.ts'
import type { SearchTool } from '../tools/types.ts'
import { speaksOf } from './match.ts'
import { pathMatcher } from './path-pattern.ts'
import { isState } from './protected.ts'
import type { PermissionContext, Rule } from './types.ts'

const reading = { kind: 'read' } as const

/**
 * Whether a search may go to a file (absolute, links resolved): not where the same tool, pointed at
 * that file alone, would be denied or asked about. `grep` opens files, so it leaves secrets out;
 * `find` only names them. For `ToolContext.searchable`.
 */
export function searchFilter(
  rules: readonly Rule[],
  context: PermissionContext,
): (path: string, tool: SearchTool) => boolean {
  const limitsOn = (tool: SearchTool): readonly ((path: string) => boolean)[] =>
    rules.flatMap((rule) =>
      rule.effect === 'allow' ||
      rule.pattern === undefined ||
      !speaksOf(rule, { tool, access: reading })
        ? []
        : [pathMatcher(rule.pattern, context)],
    )
  const limits = { grep: limitsOn('grep'), find: limitsOn('find') }
  const workspace = realPathOf(context.workspace)
  return (path, tool) => {
    if (isState(path, context) || (tool === 'grep' && holdsSecrets(path, workspace))) return false
    return !limits[tool].some((matches) => matches(path))
  }
}
