import { realpathSync } from 'node:fs'
import type { Loaded } from '../load.ts'
import type { LibraryOptions } from '../types.ts'
import { Interests } from './interests.ts'

/** Where a change can make another snapshot: what was asked of the disk, settings, answers about trust. */
export function interestsOf(loaded: Loaded, options: LibraryOptions): Interests {
  const { record } = loaded.memory.found
  return new Interests(record, {
    files: settingsFiles(loaded, options).flatMap(withTarget),
    whole: trustedFolders(loaded, options),
  })
}

export function rootsOf({ snapshot }: Loaded): readonly string[] {
  return snapshot.roots.flatMap(({ realPath }) => (realPath === undefined ? [] : [realPath]))
}

/** Settings that were handed over once and for all are not read again. */
function settingsFiles({ settings }: Loaded, options: LibraryOptions): readonly string[] {
  const isRead = settings !== undefined && typeof options.settings === 'function'
  return [
    ...(isRead ? [settings.userFile, settings.projectFile] : []),
    ...(typeof options.trust === 'object' ? [options.trust.file] : []),
  ]
}

/** Trust is about every file of a skill. Files in folders further down are seen when it is used. */
function trustedFolders({ memory }: Loaded, { trust = 'none' }: LibraryOptions): readonly string[] {
  if (typeof trust === 'string') return []
  return memory.found.files.flatMap(({ skill }) =>
    skill?.source.scope === 'project' && !skill.singleFile ? [skill.directory] : [],
  )
}

/** Settings are often links into a folder that is kept under version control. */
function withTarget(file: string): readonly string[] {
  try {
    const target = realpathSync.native(file)
    return target === file ? [file] : [file, target]
  } catch {
    return [file]
  }
}
