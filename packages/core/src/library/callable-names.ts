import { isChatCommand } from '../menu/index.ts'
import { normaliseName, slug } from '../names.ts'
import type { SkillScope, SkillState } from '../skill.ts'

/** What is known of a file when its callable name is chosen. */
export interface Nameable {
  readonly name: string
  readonly path: string
  readonly scope: SkillScope
  readonly client: string
  readonly state: SkillState
}

/**
 * Chooses what a person types for each file, in order of precedence: the name, its slug where it
 * holds whitespace, `skill:name` where a chat command has the name (bug 34), and `scope:name`,
 * `client:name` or the path where another skill has it. No two are alike.
 */
export function chooseCallableNames(files: readonly Nameable[]): string[] {
  const chosen = files.map(() => '')
  const taken = new Set<string>()
  const choose = (which: (file: Nameable) => boolean): void => {
    files.forEach((file, index) => {
      if (chosen[index] !== '' || !which(file)) return
      const callable = firstFree(file, taken)
      chosen[index] = callable
      taken.add(normaliseName(callable))
    })
  }
  // Loaded skills have the first choice, and among them those that a slug could take the name of.
  choose(({ state, name }) => state === 'loaded' && !/\s/.test(name))
  choose(({ state }) => state === 'loaded')
  choose(({ state }) => state === 'shadowed')
  choose(() => true)
  return chosen
}

function firstFree(file: Nameable, taken: ReadonlySet<string>): string {
  const plain = /\s/.test(file.name) ? slug(file.name) : file.name
  const isFree = (callable: string): boolean => !taken.has(normaliseName(callable))
  if (file.state !== 'shadowed') {
    const short = isChatCommand(plain) ? `skill:${plain}` : plain
    if (plain !== '' && isFree(short)) return short
  }
  const qualified = [`${file.scope}:${plain}`, `${file.client}:${plain}`]
  return qualified.find(isFree) ?? file.path
}
