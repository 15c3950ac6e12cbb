import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Orders, Said } from './program.ts'
import { openWorkshop, type Started, type Workshop } from './workshop.ts'

/** Programs with an engine of their own, a workspace with skills, and a place for stores. */
export interface EnginePrograms {
  readonly root: string
  readonly workspace: string
  readonly home: string
  readonly start: (orders: Omit<Orders, 'workspace' | 'home'>) => RunningEngine
  readonly remove: () => void
}

export interface RunningEngine extends Pick<Started, 'child' | 'ended'> {
  /** What it said so far, whole lines alone. */
  readonly events: () => readonly Said[]
}

/** @param skills text of `SKILL.md` below the frontmatter, by name */
export async function openEnginePrograms(
  skills: Readonly<Record<string, string>>,
): Promise<EnginePrograms> {
  const workshop = await openWorkshop({ program: 'test/processes/program.ts' })
  const { root, remove } = workshop
  const workspace = join(root, 'work')
  const home = join(root, 'home')
  for (const folder of [home, join(workspace, '.git')]) mkdirSync(folder, { recursive: true })
  for (const [name, body] of Object.entries(skills)) {
    const path = join(workspace, '.agents/skills', name, 'SKILL.md')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}\n`)
  }
  const start = (orders: Omit<Orders, 'workspace' | 'home'>) =>
    startEngine(workshop, { ...orders, workspace, home })
  return { root, workspace, home, start, remove }
}

function startEngine({ root, start }: Workshop, orders: Orders): RunningEngine {
  const { child, said, ended } = start([join(root, 'program.mjs'), JSON.stringify(orders)])
  const events = () =>
    said.stdout
      .split('\n')
      .slice(0, -1)
      .map((line): Said => JSON.parse(line))
  return { child, ended, events }
}
