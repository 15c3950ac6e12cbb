import { basename, join } from 'node:path'
import { statsOf } from '../tools/index.ts'
import type { Protector } from './protected.ts'
import { programName } from './shell-hazards.ts'
import type { ShellCommand } from './shell-line.ts'
import type { NamedPath } from './word-paths.ts'

/** Give a file or a folder another name. */
const movers = new Set(['mv', 'cp', 'ln', 'gmv', 'gcp', 'gln', 'install', 'ginstall', 'rename'])

/**
 * What a moved, copied or linked file or folder would become under its new name, as a phrase: neither
 * `src` nor `.claude` is protected, and yet `mv src .claude` makes a skills folder of `src/skills`.
 *
 * @param pathsOf the paths that each word may name, by its index
 * @param folders absolute folders that it may run in
 */
export function movedInto(
  command: ShellCommand,
  pathsOf: ReadonlyMap<number, readonly NamedPath[]>,
  folders: readonly string[],
  protectedAs: Protector,
): string | undefined {
  const name = programName(command)
  if (!movers.has(name)) return undefined
  const targets = command.words.flatMap((word, at) =>
    at === command.words.length - 1 || isTarget(command.words, at)
      ? [{ word, paths: pathsOf.get(at) ?? [] }]
      : [],
  )
  // `ln -s a/b` makes `b` here.
  const here = folders.map((folder) => ({ path: folder, real: folder }))
  if (name.endsWith('ln')) targets.push({ word: command.words.at(-1) ?? '', paths: here })
  const sources = [...pathsOf.values()].flat()
  for (const { word, paths } of targets) {
    for (const { path, real } of paths) {
      const found = sources.some((source) =>
        [path, real].some((target) => {
          if (source.path === path) return false
          const names = [target, join(target, basename(source.path))]
          if (names.some((name) => protectedAs(name) !== undefined)) return true
          // What is in it is not looked at: it may be made by the same line.
          return !isFile(source.real) && names.some((name) => basename(name).startsWith('.'))
        }),
      )
      if (found) return `\`${word}\` may make a protected place of what is moved there`
    }
  }
  return undefined
}

function isTarget(words: readonly string[], at: number): boolean {
  return (
    at > 0 &&
    (/^(?:-[^-]*t|--t)/u.test(words[at] ?? '') ||
      /^(?:-[^-]*t|--t[a-z-]*)$/u.test(words[at - 1] ?? ''))
  )
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() ?? false
}
