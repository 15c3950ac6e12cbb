import { realpathSync } from 'node:fs'
import type {
  ConversationStore,
  Engine,
  ModelCatalogue,
  RuleEffect,
  RuleOrigin,
} from '@skillet/agent'
import type { PermissionSettings } from '@skillet/core'
import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { sayNotice } from '../screen/notice.ts'
import { openSettingsKnowledge } from './knowledge.ts'
import { openRuleMemory } from './rules.ts'
import { sandboxOptions } from './sandbox.ts'

export interface EngineWishes {
  /** Patterns of `--allow`. */
  readonly allow?: readonly string[]
  /** `person`: somebody answers. Else what a call that would ask gets. */
  readonly asking: 'person' | 'allow' | 'deny'
  /** Who names a conversation: the model, beside the turn, or the first words. Default: these. */
  readonly titles?: 'model' | 'cut'
  /** Where its conversations are kept. Default: in memory. */
  readonly store?: ConversationStore
}

/** A rule as somebody wrote it, and where. */
export type WrittenRule = readonly [effect: RuleEffect, text: string, origin: RuleOrigin]

/** Where models come from here. Loads the engine's part of the command. */
export async function openModels(context: Context, workspace: Workspace): Promise<ModelCatalogue> {
  const { createModels } = await import('@skillet/agent')
  const { environment } = context
  const { settings } = workspace
  return createModels({ environment, settings, projectTrusted: workspace.projectTrusted() })
}

/** The engine of one call: its skills, model, rules, and who answers. */
export async function openEngine(
  context: Context,
  workspace: Workspace,
  wishes: EngineWishes,
): Promise<Engine> {
  const { createEngine, isKnownTool, killRunningCommands, parseRule } = await import(
    '@skillet/agent'
  )
  context.interrupts.beforeLeaving(killRunningCommands)
  const { library, cwd, places, settings } = workspace
  const memory = openRuleMemory(places)
  // A rule on paths means those of the folder that it was made in, not of the whole repository.
  const folder = realpathSync(cwd)
  const remembered = memory.read(folder)
  sayUnreadable(context, remembered.fault)
  const rules = writtenRules(workspace, remembered.rules, wishes.allow).map(
    ([effect, text, origin]) => parseRule(text, effect, origin),
  )
  const idle = rules.find((rule) => rule.origin === 'command-line' && !isKnownTool(rule))
  if (idle !== undefined) {
    sayNotice(context.terminal.stderr, `--allow ${idle.source} names a tool that nobody has.`)
  }
  const { stepLimit, context: shares } = settings.user
  const knowledge = await openSettingsKnowledge(context, workspace)
  return createEngine({
    library,
    workspace: cwd,
    home: context.home,
    model: await openModels(context, workspace),
    permissions: {
      rules,
      ...(wishes.asking === 'person' ? { attended: true } : { unattended: wishes.asking }),
      remember: (rule) => memory.add(folder, rule.source),
    },
    places,
    environment: context.environment,
    sandbox: sandboxOptions(settings),
    titles: wishes.titles ?? 'cut',
    ...(wishes.store === undefined ? {} : { store: wishes.store }),
    ...(knowledge === undefined ? {} : { knowledge }),
    ...(workspace.language === undefined ? {} : { language: workspace.language }),
    ...(stepLimit === undefined ? {} : { stepLimit }),
    ...(shares === undefined ? {} : { context: shares }),
  })
}

/** Answers that cannot be read ask again, and that is said. */
export function sayUnreadable({ terminal }: Context, fault: string | undefined): void {
  if (fault === undefined) return
  sayNotice(
    terminal.stderr,
    `The calls that you allowed always cannot be read (${fault}), so they ask again.`,
  )
}

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
