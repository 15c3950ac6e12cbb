import { realpathSync } from 'node:fs'
import type { Engine, EngineOptions } from '@skillet/agent'
import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { sayNotice } from '../screen/notice.ts'
import { openRuleMemory, type RuleMemory } from './rules.ts'
import { sandboxOptions } from './sandbox.ts'

/** What differs between an engine for one call and one that lives as long as a server. */
export type OwnOptions = Required<Pick<EngineOptions, 'model' | 'permissions' | 'titles'>> &
  Pick<EngineOptions, 'store' | 'knowledge' | 'language' | 'stepLimit'>

/** The engine of a folder: every command gets its own here. Loads the engine's part of the command. */
export async function makeEngine(
  context: Context,
  { library, cwd, places, settings }: Workspace,
  own: OwnOptions,
): Promise<Engine> {
  const { createEngine, killRunningCommands } = await import('@skillet/agent')
  context.interrupts.beforeLeaving(killRunningCommands)
  const { home, environment } = context
  const { context: shares } = settings.user
  return createEngine({
    ...own,
    library,
    workspace: cwd,
    home,
    places,
    environment,
    sandbox: sandboxOptions(settings),
    ...(shares === undefined ? {} : { context: shares }),
  })
}

/** What was allowed always, and the folder that it holds in. */
export interface FolderRules {
  readonly memory: RuleMemory
  /** Real path: a rule on paths means those of the folder that it was made in, not of a repository. */
  readonly folder: string
  /** As they are now. */
  readonly remembered: readonly string[]
}

/** Answers that cannot be read ask again, and that is said. */
export function openFolderRules(
  { terminal }: Context,
  { cwd, places }: Pick<Workspace, 'cwd' | 'places'>,
): FolderRules {
  const memory = openRuleMemory(places)
  const folder = realpathSync(cwd)
  const { rules, fault } = memory.read(folder)
  if (fault !== undefined) {
    sayNotice(
      terminal.stderr,
      `The calls that you allowed always cannot be read (${fault}), so they ask again.`,
    )
  }
  return { memory, folder, remembered: rules }
}
