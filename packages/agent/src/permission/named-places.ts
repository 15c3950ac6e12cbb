import { holdsSecrets, isSecretFile, isWithin, realPathOf } from '../tools/index.ts'
import type { LinePlace } from './command-cover.ts'
import { movedInto } from './moved-places.ts'
import type { Protector } from './protected.ts'
import type { ShellCommand } from './shell-line.ts'
import { onlyReads } from './shell-readers.ts'
import type { TimeBudget } from './time-budget.ts'
import type { NamedPath, PathFinder } from './word-paths.ts'

/** What words are looked up with, for one line. */
export interface Look {
  readonly place: LinePlace
  /** The folders that its commands can run in. */
  readonly folders: readonly string[]
  readonly protectedAs: Protector
  readonly paths: PathFinder
  readonly budget: TimeBudget
}

/** What the words of a command name that a wildcard was not written for, as phrases. */
export interface NamedPlaces {
  /** Secrets and protected places, and what a link in the workspace leads to outside. */
  readonly delicate: string | undefined
  readonly outside: string | undefined
}

/** Commands with more words are covered by no pattern: each word would be looked up on the disk. */
const mostWords = 200

/**
 * What the arguments name that a wildcard was not written for: secrets and protected places, and
 * places outside the workspace. Undefined where they are too many to look at.
 */
export function namedPlaces(command: ShellCommand, look: Look): NamedPlaces | undefined {
  if (command.words.length > mostWords) return undefined
  const { place, protectedAs, budget } = look
  const workspace = realPathOf(place.workspace)
  const pathsOf = new Map<number, readonly NamedPath[]>()
  let outside: string | undefined
  for (const [index, word] of command.parts.entries()) {
    if (index === 0) continue
    const paths = look.paths.pathsOf(word)
    if (paths === undefined) return undefined
    pathsOf.set(index, paths)
    const shown = `\`${word.value}\``
    for (const { path, real } of paths) {
      if (budget.isSpent()) return undefined
      if (isSecretFile(path) || holdsSecrets(real, place.workspace)) {
        return { delicate: `${shown} names a file that holds secrets`, outside }
      }
      const what = protectedAs(real) ?? protectedAs(path)
      const own = isReadable(real, place)
      if (what !== undefined && !(own && onlyReads(command.words, index))) {
        return { delicate: `${shown} names ${what}`, outside }
      }
      if (own || isWithin(real, workspace) || path === '/dev/null') continue
      outside = `${shown} names a place outside the workspace`
      // A link that somebody else may have put there is not what the rule says.
      if ([place.workspace, workspace].some((at) => isWithin(path, at))) {
        return { delicate: `${shown} leads out of the workspace by a link`, outside }
      }
    }
  }
  return { delicate: movedInto(command, pathsOf, look.folders, protectedAs), outside }
}

export function isReadable(path: string, { readable = [] }: LinePlace): boolean {
  return readable.some((folder) => isWithin(path, realPathOf(folder)))
}
