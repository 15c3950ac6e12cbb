import { type Catalogue, formatCatalogue, type Skill, type Snapshot } from '@skillet/core'
import { toolsForSkills } from '../tools/index.ts'
import type { ActiveSkill } from './active-skills.ts'
import { toolPool } from './tool-pool.ts'
import type { Notice, World } from './turn-state.ts'

/** What the model is told of skills, and the turn's tools that go with it. */
export interface CatalogueChoice {
  readonly text: string
  readonly tools: World['tools']
  readonly shown: Catalogue | undefined
}

/** The catalogue, and which of the skill tools there is any use for: no skills, no block, no tool. */
export function catalogueFor(
  world: World,
  visible: readonly Skill[],
  active: readonly ActiveSkill[],
  snapshot: Snapshot,
  contextWindow: number,
): CatalogueChoice {
  const all = toolsForSkills(world.tools, visible)
  const without = (...names: readonly string[]) => all.filter((tool) => !names.includes(tool.name))
  if (visible.length === 0) {
    return { text: '', tools: without('activate_skill', 'search_skills'), shown: undefined }
  }
  const { tools } = toolPool(all, active, snapshot.skills, world)
  const has = (name: string) => tools.some((tool) => tool.name === name)
  const loader = has('activate_skill') ? 'activate_skill' : has('read') ? 'read' : 'none'
  const shown = formatCatalogue(visible, { loader, contextWindow })
  return { text: shown.text, tools: shown.search ? all : without('search_skills'), shown }
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
