import { lstatSync, renameSync } from 'node:fs'

const mostNames = 100

/**
 * Renames to the first of `to`, `to-2`, `to-3` … that is free.
 *
 * @returns the new path; undefined where none is free, or the system refuses
 */
export function renameToFree(path: string | Buffer, to: string): string | undefined {
  for (let number = 1; number <= mostNames; number += 1) {
    const free = number === 1 ? to : `${to}-${number}`
    try {
      if (lstatSync(free, { throwIfNoEntry: false }) !== undefined) continue
      renameSync(path, free)
      return free
    } catch {
      return undefined
    }
  }
  return undefined
}
