import type { Dirent, Stats } from 'node:fs'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open, readdir, readlink, realpath, stat } from 'node:fs/promises'

/** What opening came to. Whoever gets a handle closes it. */
export type Opened =
  | { readonly kind: 'open'; readonly handle: FileHandle; readonly stats: Stats }
  | { readonly kind: 'missing' }
  | { readonly kind: 'folder' }
  /** A pipe, socket or device. */
  | { readonly kind: 'special' }
  /** The path leads elsewhere than it did when it was looked at. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'failed'; readonly code: string }

/** A folder held open. `at` is a path that goes through the handle, so no swapped link is followed. */
export interface OpenFolder {
  readonly handle: FileHandle
  readonly at: string
}

/** An editor that saves by renaming can come between open and check; an attacker gains nothing. */
const attempts = 3

/**
 * Opens a file whose path is already free of links: opens first without following the last link,
 * then looks where the open handle leads, and only then hands it over. A link that is swapped in
 * between check and use is so never read through.
 */
export async function openChecked(realPath: string): Promise<Opened> {
  for (let attempt = 1; ; attempt += 1) {
    const opened = await openOnce(realPath)
    if (opened.kind !== 'moved' || attempt === attempts) return opened
  }
}

async function openOnce(realPath: string): Promise<Opened> {
  let handle: FileHandle
  try {
    // Without O_NONBLOCK, opening a named pipe waits for a writer that may never come.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    handle = await open(realPath, flags)
  } catch (error) {
    return failure(errorCode(error))
  }
  const verdict = await inspect(handle, realPath).catch(
    (error: unknown): Opened => ({ kind: 'failed', code: errorCode(error) }),
  )
  if (verdict.kind !== 'open') await handle.close()
  return verdict
}

async function inspect(handle: FileHandle, realPath: string): Promise<Opened> {
  const stats = await handle.stat()
  if (!(await leadsTo(handle, realPath, stats))) return { kind: 'moved' }
  if (stats.isDirectory()) return { kind: 'folder' }
  return stats.isFile() ? { kind: 'open', handle, stats } : { kind: 'special' }
}

function failure(code: string): Opened {
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' }
  if (code === 'ELOOP' || code === 'EMLINK') return { kind: 'moved' }
  if (code === 'EISDIR') return { kind: 'folder' }
  if (code === 'ENXIO') return { kind: 'special' }
  return { kind: 'failed', code }
}

/** Opens a folder the same way, or undefined where it is missing, no folder, or moved. */
export async function openFolder(realPath: string): Promise<OpenFolder | undefined> {
  let handle: FileHandle
  try {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY
    handle = await open(realPath, flags)
  } catch {
    return undefined
  }
  try {
    if (await leadsTo(handle, realPath, await handle.stat())) {
      return { handle, at: throughHandle(handle) ?? realPath }
    }
  } catch {
    // Falls through: a folder that cannot be looked at is as good as gone.
  }
  await handle.close()
  return undefined
}

/** The entries of a folder, read through its own handle; undefined where it cannot be read. */
export async function listChecked(realPath: string): Promise<readonly Dirent[] | undefined> {
  const folder = await openFolder(realPath)
  if (folder === undefined) return undefined
  try {
    return await readdir(folder.at, { withFileTypes: true })
  } catch {
    return undefined
  } finally {
    await folder.handle.close()
  }
}

/** Linux can name an open handle, which makes every further step immune to swapped links. */
function throughHandle(handle: FileHandle): string | undefined {
  return process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : undefined
}

async function leadsTo(handle: FileHandle, realPath: string, stats: Stats): Promise<boolean> {
  const link = throughHandle(handle)
  const place = link === undefined ? undefined : await readlink(link).catch(() => undefined)
  if (place !== undefined) return place === realPath
  const resolved = await realpath(realPath).catch(() => undefined)
  if (resolved !== realPath) return false
  const now = await stat(resolved)
  return now.dev === stats.dev && now.ino === stats.ino
}

export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return 'EUNKNOWN'
}
