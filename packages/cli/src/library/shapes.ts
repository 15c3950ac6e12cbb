import { dirname } from 'node:path'
import type { Diagnostic, Entry, Skill, SkillScope, SkillState } from '@skillet/core'

/** One skill of `skillet list --json`; `docs/schemas/list.schema.json` describes it. */
export interface EntryJson {
  readonly name: string
  readonly callableAs: string
  /** `null` where the file could not be read as a skill. */
  readonly description: string | null
  readonly location: string
  readonly directory: string
  readonly scope: SkillScope
  readonly client: string
  readonly state: SkillState
  readonly reason: string
  readonly remedy: string | null
  readonly modelInvocable: boolean
  readonly userInvocable: boolean
  readonly argumentHint: string | null
  readonly tools: readonly string[]
  readonly allowedTools: readonly string[]
  readonly model: string | null
  readonly diagnostics: readonly Diagnostic[]
}

export function entryJson(entry: Entry): EntryJson {
  const { skill } = entry
  return {
    name: entry.name,
    callableAs: entry.callableAs,
    description: skill?.description ?? null,
    location: entry.path,
    directory: skill?.directory ?? dirname(entry.path),
    scope: entry.scope,
    client: entry.client,
    state: entry.state,
    reason: entry.reason,
    remedy: entry.remedy ?? null,
    modelInvocable: skill?.modelInvocable ?? false,
    userInvocable: skill?.userInvocable ?? false,
    argumentHint: skill?.argumentHint ?? null,
    tools: skill?.tools ?? [],
    allowedTools: skill?.allowedTools ?? [],
    model: skill?.model ?? null,
    diagnostics: entry.diagnostics,
  }
}

/** The skill of `skillet show --json`: an entry of the list, and all its other fields. */
export function skillJson(entry: Entry) {
  return { ...entryJson(entry), ...furtherFields(entry.skill) }
}

function furtherFields(skill: Skill | undefined) {
  return {
    license: skill?.license ?? null,
    compatibility: skill?.compatibility ?? null,
    metadata: skill?.metadata ?? {},
    arguments: skill?.arguments ?? [],
    hooks: skill?.hooks ?? {},
    extra: skill?.extra ?? {},
  }
}
