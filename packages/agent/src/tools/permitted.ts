import type { Skill } from '@skillet/core'
import { isWithin, realPathOf, shownPath } from './paths.ts'
import type { ToolContext } from './types.ts'

/** A call may go on, or why not, as one sentence for the model. */
export type Permitted = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/**
 * Whether this call may touch `path` (absolute, links resolved). With `approved`, exactly what was
 * decided on; without, only the workspace and, for reading, the folders of readable skills. The
 * permission step has already decided; this holds the tool to it when a link changed since.
 */
export function permitted(kind: 'read' | 'write', path: string, context: ToolContext): Permitted {
  const shown = shownPath(path, context.workspace)
  if (context.closedFolders?.some((folder) => isWithin(path, realPathOf(folder)))) {
    return { ok: false, reason: `${shown} belongs to Skillet's own state, which no tool opens.` }
  }
  const access = context.approved?.access
  if (access !== undefined) {
    const covered = access.kind === kind && access.paths.some((allowed) => isWithin(path, allowed))
    if (covered) return { ok: true }
    return { ok: false, reason: `${shown} is not the file that was approved; ask again.` }
  }
  if (isWithin(path, realPathOf(context.workspace))) return { ok: true }
  if (kind === 'read' && isSkillFile(path, context)) return { ok: true }
  return { ok: false, reason: `${shown} is outside the workspace and was not approved.` }
}

/** Whether `path` belongs to a skill that may be read without approval. */
export function isSkillFile(path: string, context: Pick<ToolContext, 'readableSkills'>): boolean {
  return context.readableSkills.some((skill) => {
    const place = skillPlace(skill)
    return place !== undefined && isWithin(path, place)
  })
}

/**
 * Where the files of a skill really lie: its folder, or its one file. Undefined where its path leads
 * elsewhere than when it was loaded: a command may have put a link in its way, to any folder.
 */
export function skillPlace(
  skill: Pick<Skill, 'location' | 'directory' | 'realPath' | 'singleFile'>,
): string | undefined {
  if (realPathOf(skill.location) !== skill.realPath) return undefined
  return skill.singleFile ? skill.realPath : realPathOf(skill.directory)
}
