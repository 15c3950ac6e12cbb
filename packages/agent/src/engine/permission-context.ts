import type { Skill, Snapshot } from '@skillet/core'
import type { PermissionContext } from '../permission/types.ts'
import type { World } from './turn-state.ts'

/** What verdicts depend on besides the rules. */
export function permissionContext(
  { workspace, home, places }: World,
  snapshot: Snapshot,
  readableSkills: readonly Skill[],
): PermissionContext {
  return {
    workspace,
    home,
    readableSkills,
    skillRoots: snapshot.roots.map((root) => root.path),
    ...(places.config !== undefined && { configFolder: places.config }),
    ...(places.state !== undefined && { stateFolder: places.state }),
  }
}
