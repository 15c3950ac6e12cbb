import { isDeepStrictEqual } from 'node:util'
import type { Skill } from '../skill.ts'
import type { Entry, Snapshot } from './types.ts'

/** Whether two snapshots say the same, whatever their version. */
export function isSameSnapshot(a: Snapshot, b: Snapshot): boolean {
  return (
    a.repository === b.repository &&
    a.entries.length === b.entries.length &&
    isDeepStrictEqual(a.roots, b.roots) &&
    isDeepStrictEqual(a.diagnostics, b.diagnostics) &&
    a.entries.every((entry, index) => isSameEntry(entry, b.entries[index]))
  )
}

function isSameEntry(a: Entry, b: Entry | undefined): boolean {
  return (
    b !== undefined &&
    a.path === b.path &&
    a.state === b.state &&
    a.name === b.name &&
    a.callableAs === b.callableAs &&
    a.reason === b.reason &&
    a.remedy === b.remedy &&
    a.scope === b.scope &&
    a.client === b.client &&
    isSameSkill(a.skill, b.skill) &&
    (a.diagnostics === b.diagnostics || isDeepStrictEqual(a.diagnostics, b.diagnostics))
  )
}

/** Field by field: some are read late, and a comparison of whole objects would not see them. */
const fields: Readonly<Record<keyof Skill, true>> = {
  name: true,
  description: true,
  location: true,
  directory: true,
  realPath: true,
  source: true,
  singleFile: true,
  tools: true,
  allowedTools: true,
  model: true,
  arguments: true,
  argumentHint: true,
  hooks: true,
  modelInvocable: true,
  userInvocable: true,
  license: true,
  compatibility: true,
  metadata: true,
  extra: true,
}

export function isSameSkill(a: Skill | undefined, b: Skill | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  return (Object.keys(fields) as (keyof Skill)[]).every((key) => isDeepStrictEqual(a[key], b[key]))
}
