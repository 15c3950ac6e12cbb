import type { RuleEffect, RuleOrigin } from '@skillet/agent'
import type { PermissionSettings } from '@skillet/core'
import type { Workspace } from '../library/open.ts'

/** A rule as somebody wrote it, and where. */
export type WrittenRule = readonly [effect: RuleEffect, text: string, origin: RuleOrigin]

/** Strongest first: the command line, the person's answers, their settings, the trusted project's. */
export function writtenRules(
  workspace: Pick<Workspace, 'settings' | 'projectTrusted'>,
  remembered: readonly string[],
  allow: readonly string[] = [],
): readonly WrittenRule[] {
  const { settings } = workspace
  const project = workspace.projectTrusted() ? settings.project.permissions : undefined
  return [
    ...allow.map((text): WrittenRule => ['allow', text, 'command-line']),
    ...remembered.map((text): WrittenRule => ['allow', text, 'state']),
    ...rulesOf(settings.user.permissions, 'user-settings'),
    // A project may forbid and ask; it can allow nothing.
    ...rulesOf(project, 'project-settings').filter(([effect]) => effect !== 'allow'),
  ]
}

function rulesOf(permissions: PermissionSettings | undefined, origin: RuleOrigin) {
  const effects = ['deny', 'ask', 'allow'] as const
  return effects.flatMap((effect) =>
    (permissions?.[effect] ?? []).map((text): WrittenRule => [effect, text, origin]),
  )
}
