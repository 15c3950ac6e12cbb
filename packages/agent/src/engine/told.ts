import type { Language, Snapshot } from '@skillet/core'
import { basePrompt, systemPrompt } from '../prompt/index.ts'
import { roomNotices, skillTexts } from './context/index.ts'
import {
  type ActiveSkill,
  catalogueFor,
  catalogueNotices,
  toolPool,
  visibleSkills,
} from './skills/index.ts'
import type { Notice, PreparedTurn, World } from './turn-state.ts'

interface PromptGround {
  readonly snapshot: Snapshot
  readonly language: Language | undefined
  readonly active: readonly ActiveSkill[]
  /** The section `knowledge`; `""` where there is none. */
  readonly knowledge: string
  /** Of the model, in tokens. */
  readonly contextWindow: number
}

/** The system prompt, and the tools and skills that it speaks of. */
export function whatModelIsTold(
  world: World,
  { snapshot, language, active, knowledge, contextWindow }: PromptGround,
): Pick<
  PreparedTurn,
  'visible' | 'tools' | 'system' | 'systemParts' | 'catalogueCuts' | 'notices'
> {
  const visible = visibleSkills(world, snapshot)
  const catalogue = catalogueFor(world, { visible, active, snapshot, contextWindow })
  const pool = toolPool(catalogue.tools, active, snapshot.skills, world)
  const systemParts = {
    knowledge,
    base: world.basePrompt ?? baseFor(world, pool.tools, language),
    catalogue: catalogue.text,
    ...(world.context.activeSkills !== undefined && { skillShare: world.context.activeSkills }),
    ...(language && { language }),
  }
  const system = systemPrompt({ ...systemParts, skills: skillTexts(active), contextWindow })
  const notices = [
    ...catalogueNotices(catalogue.shown),
    ...roomNotices(system.leftOut),
    ...pool.unknown.map(unknownTool),
  ]
  const { shortened = [], omitted = [] } = catalogue.shown ?? {}
  const catalogueCuts = { shortened, omitted }
  return { visible, tools: catalogue.tools, system, systemParts, catalogueCuts, notices }
}

function baseFor(world: World, tools: World['tools'], language: Language | undefined): string {
  return basePrompt({
    tools,
    workspace: world.workspace,
    now: world.now(),
    ...(language && { language }),
  })
}

function unknownTool({ skill, tool }: { readonly skill: string; readonly tool: string }): Notice {
  const message = `The skill ${JSON.stringify(skill)} names the tool ${tool}, which nobody here has.`
  return { code: 'tool-unknown', message }
}
