import { accessSync, chmodSync, closeSync, constants, openSync, statSync } from 'node:fs'
import { makeFolders } from '@skillet/core'

/** Makes the folder for its owner alone, or takes the others' rights to one that is there. */
export function preparePrivateFolder(folder: string): void {
  makeFolders(folder)
  takeFromOthers(folder, 0o700)
  accessSync(folder, constants.W_OK)
}

/**
 * Makes an empty file for its owner alone. SQLite takes over its mode for the files beside it. One
 * that is there is not opened: closing it would give up the locks that this process may hold on it.
 */
export function preparePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    takeFromOthers(file, 0o600)
    // SQLite opens what can only be read, and says so at the first message.
    accessSync(file, constants.W_OK)
  }
}

function takeFromOthers(path: string, mode: number): void {
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode)
}
