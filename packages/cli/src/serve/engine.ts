import type { ConversationStore, Engine, ModelCatalogue } from '@skillet/agent'
import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { openSettingsKnowledge } from '../run/knowledge.ts'
import { makeEngine, openFolderRules } from '../run/make-engine.ts'
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
  const { createModels, parseRule } = await import('@skillet/agent')
  const { environment } = context
  const trusted = remembered(() => workspace.projectTrusted(), Date.now, trustedForMs)
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
    ...openFolderRules(context, workspace),
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
  const engine = await makeEngine(context, workspace, {
    model: models,
    store,
    permissions: {
      rules: () => rules.current(),
      attended: true,
      remember: (rule) => rules.remember(rule),
    },
    titles: 'model',
    knowledge,
    stepLimit: () => workspace.settings.user.stepLimit ?? 50,
  })
  return {
    engine,
    models,
    rules,
    projectTrusted: () => trusted.value(),
    changed: () => trusted.forget(),
  }
}
