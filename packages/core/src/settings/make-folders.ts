import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder for its owner alone, and those above it that are missing. Node's own way goes round
 * for ever in a file system that takes no folders, such as `/proc`.
 *
 * @param folder absolute path
 * @throws Error of the system where one of them cannot be made
 * @example
 * makeFolders('/home/ada/.local/state/skillet')
 */
export function makeFolders(folder: string): void {
  try {
    makeOne(folder)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || dirname(folder) === folder) throw error
    makeFolders(dirname(folder))
    makeOne(folder)
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Some file systems say something else of a folder that is there, such as a read-only one.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
