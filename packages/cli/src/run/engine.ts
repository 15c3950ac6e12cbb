import type { ConversationStore, Engine, ModelCatalogue } from '@skillet/agent'
import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { sayNotice } from '../screen/notice.ts'
import { openSettingsKnowledge } from './knowledge.ts'
import { makeEngine, openFolderRules } from './make-engine.ts'
import { writtenRules } from './written-rules.ts'

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
  const { isKnownTool, parseRule } = await import('@skillet/agent')
  const { memory, folder, remembered } = openFolderRules(context, workspace)
  const rules = writtenRules(workspace, remembered, wishes.allow).map(([effect, text, origin]) =>
    parseRule(text, effect, origin),
  )
  const idle = rules.find((rule) => rule.origin === 'command-line' && !isKnownTool(rule))
  if (idle !== undefined) {
    sayNotice(context.terminal.stderr, `--allow ${idle.source} names a tool that nobody has.`)
  }
  const { stepLimit } = workspace.settings.user
  const knowledge = await openSettingsKnowledge(context, workspace)
  return makeEngine(context, workspace, {
    model: await openModels(context, workspace),
    permissions: {
      rules,
      ...(wishes.asking === 'person' ? { attended: true } : { unattended: wishes.asking }),
      remember: (rule) => memory.add(folder, rule.source),
    },
    titles: wishes.titles ?? 'cut',
    ...(wishes.store === undefined ? {} : { store: wishes.store }),
    ...(knowledge === undefined ? {} : { knowledge }),
    ...(workspace.language === undefined ? {} : { language: workspace.language }),
    ...(stepLimit === undefined ? {} : { stepLimit }),
  })
}
