import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { lstat, mkdir, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode, type OpenFolder, openFolder } from './open-checked.ts'

/** What writing came to; `reason` is one sentence. */
export type Written =
  | { readonly ok: true; readonly created: boolean }
  | { readonly ok: false; readonly reason: string }

/**
 * Puts `bytes` in the place of a file whose path is free of links: a new file in the checked
 * folder, renamed over the old one, so that a reader sees all or nothing. Missing folders are
 * made; mode and owner of an existing file stay.
 */
export async function replaceFile(realPath: string, bytes: Uint8Array): Promise<Written> {
  try {
    const folder = await makeFolder(dirname(realPath))
    if (folder === undefined) {
      return { ok: false, reason: `${dirname(realPath)} is no folder, or changed meanwhile.` }
    }
    try {
      return await renameOver(folder, basename(realPath), bytes)
    } finally {
      await folder.handle.close()
    }
  } catch (error) {
    return { ok: false, reason: `${realPath} could not be written (${errorCode(error)}).` }
  }
}

/** Opens the folder, making it and its parents one by one where they are missing. */
async function makeFolder(realPath: string): Promise<OpenFolder | undefined> {
  const present = await openFolder(realPath)
  const parent = dirname(realPath)
  if (present !== undefined || parent === realPath) return present
  const above = await makeFolder(parent)
  if (above === undefined) return undefined
  try {
    await mkdir(join(above.at, basename(realPath)))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await above.handle.close()
  }
  return openFolder(realPath)
}

async function renameOver(folder: OpenFolder, name: string, bytes: Uint8Array): Promise<Written> {
  const target = join(folder.at, name)
  const old = await lstat(target).catch(() => undefined)
  if (old?.isDirectory()) return { ok: false, reason: `${name} is a folder.` }
  const fresh = join(folder.at, `.skillet-${randomBytes(8).toString('hex')}`)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const handle = await open(fresh, flags, old === undefined ? 0o666 : 0o600)
  try {
    await fill(handle, bytes, old)
    await rename(fresh, target)
  } catch (error) {
    await unlink(fresh).catch(() => undefined)
    throw error
  }
  return { ok: true, created: old === undefined }
}

async function fill(handle: FileHandle, bytes: Uint8Array, old: Stats | undefined): Promise<void> {
  try {
    await handle.writeFile(bytes)
    if (old?.isFile()) {
      // Only root can give a file away; for everybody else the owner is right already.
      await handle.chown(old.uid, old.gid).catch(() => undefined)
      await handle.chmod(old.mode & 0o7777)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}
