import { isChatCommand } from '../menu/index.ts'
import { isPlainName, normaliseName, slug } from '../names.ts'
import type { SkillScope, SkillState } from '../skill.ts'

/** What is known of a file when its callable name is chosen. */
export interface Nameable {
  readonly name: string
  readonly scope: SkillScope
  readonly client: string
  readonly state: SkillState
}

/**
 * Chooses what a person types after `/` for each file, in order of precedence: the name; where it
 * cannot be typed so, its typed form; `skill:name` where a chat command has the name (bug 34);
 * `scope:name`, `client:name` or one of these with a number where another skill has it. No two are
 * alike, and each can be typed.
 */
export function chooseCallableNames(files: readonly Nameable[]): string[] {
  const chosen = files.map(() => '')
  const typed = files.map(({ name }) => typedForm(name))
  const names = new TakenNames()
  const choose = (which: (file: Nameable, form: string) => boolean): void => {
    files.forEach((file, index) => {
      const form = typed[index] ?? file.name
      if (chosen[index] === '' && which(file, form)) chosen[index] = names.firstFree(file, form)
    })
  }
  // Loaded skills have the first choice, and among them those that are called by their very names.
  choose(({ state, name }, form) => state === 'loaded' && name === form && !isChatCommand(name))
  choose(({ state }) => state === 'loaded')
  choose(({ state }) => state === 'shadowed')
  choose(() => true)
  return chosen
}

class TakenNames {
  readonly #taken = new Set<string>()
  /** The last number behind each name, so that ten thousand namesakes are not counted through. */
  readonly #numbers = new Map<string, number>()

  /** @param typed the file's name as it can be typed */
  firstFree({ scope, client, state }: Nameable, typed: string): string {
    const short = isChatCommand(typed) ? `skill:${typed}` : typed
    if (state !== 'shadowed' && this.#take(short)) return short
    const qualified = `${scope}:${typed}`
    if (this.#take(qualified)) return qualified
    const byClient = `${client}:${typed}`
    return this.#take(byClient) ? byClient : this.#numbered(qualified)
  }

  #numbered(callable: string): string {
    for (let number = this.#numbers.get(callable) ?? 2; ; number += 1) {
      this.#numbers.set(callable, number + 1)
      const numbered = `${callable}-${number}`
      if (this.#take(numbered)) return numbered
    }
  }

  #take(callable: string): boolean {
    const key = normaliseName(callable)
    if (this.#taken.has(key)) return false
    this.#taken.add(key)
    return true
  }
}

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u

/** Whether a person can see each character of a text, and so type it. */
export function isTypeable(text: string): boolean {
  return !unseen.test(text)
}

/** A name as one visible word that does not begin with the slash that stands before it anyway. */
function typedForm(name: string): string {
  if (isPlainName(name)) return name
  const visible = isTypeable(name) ? name : withoutUnseen(name)
  const word = /\s/.test(visible) ? slug(visible) : visible
  return word.replace(/^\/+/, () => '') || 'unnamed'
}

function withoutUnseen(name: string): string {
  return Array.from(name)
    .filter((character) => /\s/.test(character) || isTypeable(character))
    .join('')
}
