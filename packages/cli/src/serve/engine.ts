import { realpathSync } from 'node:fs'
import type { ConversationStore, Engine, ModelCatalogue } from '@skillet/agent'
import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { sayUnreadable } from '../run/engine.ts'
import { openSettingsKnowledge } from '../run/knowledge.ts'
import { openRuleMemory } from '../run/rules.ts'
import { sandboxOptions } from '../run/sandbox.ts'
import { currentKnowledge } from './knowledge.ts'
import { currentModels } from './models.ts'
import { remembered } from './remembered.ts'
import { type ServedRules, servedRules } from './rules.ts'

/** An engine that lives as long as the server, and all that changes under it. */
export interface ServedEngine {
  readonly engine: Engine
  readonly models: ModelCatalogue
  readonly rules: ServedRules
  readonly projectTrusted: () => boolean
  /** Told after settings, rules or trust were written. */
  readonly changed: () => void
}

/** Whether the project is trusted takes hashing all that its settings name. */
const trustedForMs = 1_000

/** Its settings, rules, models and knowledge are those of the moment when they are needed. */
export async function openServedEngine(
  context: Context,
  workspace: Workspace,
  store: ConversationStore,
): Promise<ServedEngine> {
  const { createEngine, createModels, killRunningCommands, parseRule } = await import(
    '@skillet/agent'
  )
  context.interrupts.beforeLeaving(killRunningCommands)
  const { library, cwd, places, settings } = workspace
  const { environment, home } = context
  const trusted = remembered(() => workspace.projectTrusted(), Date.now, trustedForMs)
  const memory = openRuleMemory(places)
  const folder = realpathSync(cwd)
  sayUnreadable(context, memory.read(folder).fault)
  const models = currentModels(
    () =>
      createModels({ environment, settings: workspace.settings, projectTrusted: trusted.value() }),
    () => {
      const { user, project } = workspace.settings
      const shared = trusted.value() ? project.model : undefined
      return JSON.stringify([user.providers, user.model, shared])
    },
    Date.now,
  )
  const rules = servedRules({
    workspace,
    projectTrusted: () => trusted.value(),
    folder,
    memory,
    parse: (effect, text, origin) => parseRule(text, effect, origin),
    forget: (rule) => engine.forget(rule),
  })
  const knowledge = currentKnowledge(
    () => openSettingsKnowledge(context, workspace),
    () => {
      const { user, project } = workspace.settings
      return JSON.stringify([user.knowledge, trusted.value() ? project.knowledge : undefined])
    },
  )
  const { context: shares } = settings.user
  const engine = createEngine({
    library,
    workspace: cwd,
    home,
    model: models,
    store,
    permissions: {
      rules: () => rules.current(),
      attended: true,
      remember: (rule) => rules.remember(rule),
    },
    places,
    environment,
    sandbox: sandboxOptions(settings),
    titles: 'model',
    knowledge,
    stepLimit: () => workspace.settings.user.stepLimit ?? 50,
    ...(shares === undefined ? {} : { context: shares }),
  })
  return {
    engine,
    models,
    rules,
    projectTrusted: () => trusted.value(),
    changed: () => trusted.forget(),
  }
}
