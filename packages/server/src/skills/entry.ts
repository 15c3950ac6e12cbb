import type { Diagnostic, Entry, Snapshot } from '@skillet/core'
import type {
  Diagnostic as DiagnosticShape,
  SkillEntry,
  SkillList,
  SkillState,
} from '../contract/index.ts'

/** A file that looked like a skill, as it goes to the page. */
export function entryShape(entry: Entry): SkillEntry {
  const { skill, diagnostics } = entry
  const count = (wanted: Diagnostic['severity']) =>
    diagnostics.filter(({ severity }) => severity === wanted).length
  return {
    path: entry.path,
    name: entry.name,
    callableAs: entry.callableAs,
    description: skill?.description ?? '',
    scope: entry.scope,
    client: entry.client,
    state: entry.state,
    reason: entry.reason,
    ...(entry.remedy !== undefined && { remedy: entry.remedy }),
    modelInvocable: skill?.modelInvocable ?? false,
    userInvocable: skill?.userInvocable ?? false,
    ...(skill?.argumentHint !== undefined && { argumentHint: skill.argumentHint }),
    arguments: (skill?.arguments ?? []).map(({ name, description }) => ({
      name,
      ...(description !== undefined && { description }),
    })),
    tools: [...(skill?.tools ?? [])],
    ...(skill?.model !== undefined && { model: skill.model }),
    errors: count('error'),
    warnings: count('warning'),
  }
}

export function listShape({ version, entries, roots, diagnostics }: Snapshot): SkillList {
  return {
    version,
    entries: entries.map(entryShape),
    roots: roots.map(({ path, scope, client, realPath }) => ({
      path,
      scope,
      client,
      exists: realPath !== undefined,
    })),
    diagnostics: diagnostics.map(diagnosticShape),
  }
}

/** How many skills of each state. */
export function countStates(entries: readonly Entry[]): Record<SkillState, number> {
  const counts = { loaded: 0, shadowed: 0, untrusted: 0, disabled: 0, invalid: 0, ignored: 0 }
  for (const { state } of entries) counts[state] += 1
  return counts
}

export function diagnosticShape({ related, ...diagnostic }: Diagnostic): DiagnosticShape {
  return { ...diagnostic, ...(related !== undefined && { related: [...related] }) }
}
