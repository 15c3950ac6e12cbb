import { readdirSync } from 'node:fs'
import { isAbsolute, join, resolve, sep } from 'node:path'
import { realPathOf, statsOf } from '../tools/index.ts'
import { hasGlob, partExpression, pathParts, type ShellWord } from './shell-word.ts'
import type { TimeBudget } from './time-budget.ts'

/** Where words are looked up. */
export interface WordPlace {
  readonly home: string
  /** The folders that the command may run in. */
  readonly folders: readonly string[]
  /** Whether other commands of the line may make what is not there yet. */
  readonly changing: boolean
  readonly budget: TimeBudget
}

/** A path that a word may name: as spelt, and where it leads. */
export interface NamedPath {
  readonly path: string
  readonly real: string
}

/** Looks up paths for one line, and stops where there are too many to look at. */
export class PathFinder {
  readonly #place: WordPlace
  #left: number

  constructor(place: WordPlace, most = 2000) {
    this.#place = place
    this.#left = most
  }

  /** Every path that a word may name to its program; undefined where they cannot all be told. */
  pathsOf(word: ShellWord): readonly NamedPath[] | undefined {
    const texts = [...textsIn(word.value)]
    const found: NamedPath[] = []
    for (const folder of this.#place.folders) {
      const globbed = hasGlob(word) ? this.#matches(word, folder) : []
      if (globbed === undefined) return undefined
      const paths = [...texts.map((text) => this.#absolute(text, folder)), ...globbed]
      this.#left -= paths.length
      if (this.#left < 0) return undefined
      for (const path of paths) {
        if (this.#place.budget.isSpent() || partsOf(path) > mostParts) return undefined
        found.push({ path, real: realPathOf(path) })
      }
    }
    return found
  }

  #absolute(text: string, folder: string): string {
    const { home } = this.#place
    if (text === '~' || text.startsWith('~/')) return join(home, text.slice(1))
    return isAbsolute(text) ? resolve(text) : resolve(folder, text)
  }

  /** What the shell would put in place of a word with wildcards, by what is there now. */
  #matches(word: ShellWord, folder: string): readonly string[] | undefined {
    const [first = [], ...rest] = pathParts(word)
    const [start] = first
    let found: readonly string[]
    let parts = rest
    if (first.length === 0) found = ['/']
    else if (first.length === 1 && start?.kind === 'text' && start.text === '~') {
      found = [this.#place.home]
    } else {
      found = [folder]
      parts = [first, ...rest]
    }
    for (const part of parts) {
      const expression = partExpression(part)
      const [only] = part
      if (only === undefined) continue
      if (part.every(({ kind }) => kind === 'text')) {
        const name = part.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
        found = found.map((at) => join(at, name))
        continue
      }
      found = found.flatMap((at) => this.#names(at, expression))
      if (this.#left < 0) return undefined
    }
    return found
  }

  #names(folder: string, expression: RegExp): readonly string[] {
    let names: readonly string[]
    try {
      names = readdirSync(folder)
    } catch {
      // A file holds no names. What is not there yet may hold any by the time the line gets there.
      if (this.#place.changing && statsOf(folder) === undefined) this.#left = -1
      return []
    }
    this.#left -= names.length
    if (this.#left < 0) return []
    // `*` leaves out hidden files; what could name one is a doubt already.
    return names
      .filter((name) => !name.startsWith('.') && expression.test(name))
      .map((name) => join(folder, name))
  }
}

/** Paths with more parts are no honest ones; each part may be a link. */
const mostParts = 256

function partsOf(path: string): number {
  return path.split(sep).length
}

/** Longer words hold no path that an option could be glued to. */
const longestGlued = 64

/**
 * The texts in a word that a program could take for a path: all of it, the value of an option
 * (`--file=x`, `-tx`, `-rtx`), and what stands between `=`, `:`, `,` and `@` (`of=x`, `HEAD:x`,
 * `@x`).
 */
function textsIn(word: string): ReadonlySet<string> {
  const texts = new Set<string>()
  const add = (text: string): void => {
    if (text !== '' && !text.includes('\0')) texts.add(text)
  }
  if (!word.startsWith('-')) add(word)
  const decoded = decodedText(word)
  if (decoded !== word) add(decoded)
  for (const separator of word.matchAll(/[=:,@]/gu)) add(word.slice(separator.index + 1))
  for (const text of [...word.split(/[=:,@]/u), ...decoded.split(/[=:,@]/u)]) add(text)
  if (/^-[^-]/u.test(word)) {
    for (let at = 2; at < Math.min(word.length, longestGlued); at += 1) add(word.slice(at))
  }
  return texts
}

/** Addresses write letters as codes: `file:///w/%2eenv`. */
export function decodedText(text: string): string {
  return text.replace(/%([0-7][\da-f])/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
