import {
  type Catalogue,
  type CatalogueOptions,
  formatCatalogue,
  type Skill,
  type Snapshot,
} from '@skillet/core'
import { toolsForSkills } from '../../tools/index.ts'
import type { Notice, World } from '../turn-state.ts'
import type { ActiveSkill } from './active-skills.ts'
import { toolPool } from './tool-pool.ts'

/** What the model is told of skills, and the turn's tools that go with it. */
export interface CatalogueChoice {
  readonly text: string
  readonly tools: World['tools']
  readonly shown: Catalogue | undefined
}

interface CatalogueGround {
  readonly visible: readonly Skill[]
  readonly active: readonly ActiveSkill[]
  readonly snapshot: Snapshot
  /** Of the model, in tokens. */
  readonly contextWindow: number
}

/**
 * The catalogue, and which of the skill tools there is any use for: no skills, or no way to load
 * them, no block, no tool.
 */
export function catalogueFor(world: World, ground: CatalogueGround): CatalogueChoice {
  const loader = loaderOf(world, ground)
  if (ground.visible.length === 0 || loader === 'none') {
    const tools = without(world.tools, 'activate_skill', 'search_skills')
    return { text: '', tools, shown: undefined }
  }
  const { shown, tools } = offerOf(world, ground, loader)
  return { text: shown.text, tools: shown.search ? tools : without(tools, 'search_skills'), shown }
}

function without(tools: World['tools'], ...names: readonly string[]): World['tools'] {
  return tools.filter((tool) => !names.includes(tool.name))
}

type Loader = CatalogueOptions['loader']

/** How the model gets at a skill, with the tools that its active skills leave it. */
function loaderOf(world: World, { active, snapshot }: CatalogueGround): Loader {
  const { tools } = toolPool(world.tools, active, snapshot.skills, world)
  const has = (name: string) => tools.some((tool) => tool.name === name)
  return has('activate_skill') ? 'activate_skill' : has('read') ? 'read' : 'none'
}

/** The catalogue, and all tools with those for these skills. */
export interface SkillOffer {
  readonly shown: Catalogue
  readonly tools: World['tools']
}

/** Made once for a snapshot, a window and the skills that are visible: turns seldom differ in these. */
function offerOf(
  { catalogues, tools }: World,
  { snapshot, visible, contextWindow }: CatalogueGround,
  loader: Loader,
): SkillOffer {
  const known = catalogues.get(snapshot) ?? new Map<string, SkillOffer>()
  catalogues.set(snapshot, known)
  const key = JSON.stringify([loader, contextWindow, visible.map((skill) => skill.location)])
  const offer = known.get(key) ?? {
    shown: formatCatalogue(visible, { loader, contextWindow }),
    tools: toolsForSkills(tools, visible),
  }
  known.set(key, offer)
  return offer
}

/** What was cut, so that nothing disappears in silence. */
export function catalogueNotices(shown: Catalogue | undefined): readonly Notice[] {
  if (!shown) return []
  const { shortened, omitted } = shown
  const notices: Notice[] = []
  if (shortened.length > 0) {
    const message = `The catalogue was shortened to fit the model: ${count(shortened.length, 'description')} cut. Every name stays callable.`
    notices.push({ code: 'catalogue-shortened', message })
  }
  if (omitted.length > 0) {
    const message = `${count(omitted.length, 'skill')} found no room in the catalogue; the model can search for them.`
    notices.push({ code: 'catalogue-omitted', message })
  }
  return notices
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
