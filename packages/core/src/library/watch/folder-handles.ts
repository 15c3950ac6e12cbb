import { basename, dirname, join } from 'node:path'
import { timeSlices } from '../../discovery/index.ts'
import type { Interests } from './interests.ts'
import type { Handle, WatchSystem } from './system.ts'

/** How following a set of folders went. */
export interface Followed {
  /** Handles opened just now: what changed before they were there went unheard. */
  readonly opened: number
  /** Whether every folder is watched; otherwise the rest must be looked at from time to time. */
  readonly complete: boolean
}

/** A folder that fails this often, time and again, is not watched any more. */
const failuresLimit = 3

/** One handle a folder, for the folders of interest or, where these do not exist, their nearest parents. */
export class FolderHandles {
  readonly #system: WatchSystem
  readonly #changed: () => void
  readonly #open = new Map<string, Handle>()
  /** Folders that came, went or were replaced: a handle there may belong to what is gone. */
  readonly #stale = new Set<string>()
  readonly #failures = new Map<string, number>()
  #interests: Interests | undefined
  /** Existing parents of folders that are missing, and the entry that would lead there. */
  #awaited = new Map<string, Set<string>>()
  #isClosed = false

  /** @param changed called for each event that matters */
  constructor(system: WatchSystem, changed: () => void) {
    this.#system = system
    this.#changed = changed
  }

  /** Opens what is missing and closes what is no longer of interest, in short slices. */
  async follow(interests: Interests): Promise<Followed> {
    this.#interests = interests
    this.#awaited = new Map()
    this.#closeWhere((folder) => this.#isStale(folder))
    this.#stale.clear()
    const slices = timeSlices()
    let opened = 0
    let complete = true
    for (const folder of interests.folders) {
      const outcome = this.#openNearest(folder)
      if (outcome === 'opened') opened += 1
      if (outcome === 'full' || outcome === 'refused') complete = false
      if (outcome === 'full') break
      const pause = slices.pause()
      if (pause !== undefined) await pause
      if (this.#isClosed) return { opened: 0, complete: true }
    }
    this.#closeWhere((folder) => !interests.has(folder) && !this.#awaited.has(folder))
    return { opened, complete }
  }

  close(): void {
    this.#isClosed = true
    this.#closeWhere(() => true)
  }

  #openNearest(folder: string): Outcome {
    for (let at = folder; ; at = dirname(at)) {
      if (this.#open.has(at)) return 'kept'
      const outcome = this.#openOne(at)
      if (outcome !== 'gone' || dirname(at) === at) return outcome
      const above = this.#awaited.get(dirname(at)) ?? new Set()
      this.#awaited.set(dirname(at), above.add(basename(at)))
    }
  }

  #openOne(folder: string): Outcome {
    if ((this.#failures.get(folder) ?? 0) > failuresLimit) return 'refused'
    try {
      const handle = this.#system.watch(folder, {
        changed: (kind, name) => this.#hear(folder, kind, name),
        failed: () => this.#fail(folder),
      })
      this.#open.set(folder, handle)
      return 'opened'
    } catch (error) {
      return outcomeOf(error)
    }
  }

  #hear(folder: string, kind: 'rename' | 'change', name: string | undefined): void {
    if (this.#isClosed) return
    // Systems tell of the folder itself by its own name; an entry may be called the same.
    if (name === undefined || name === basename(folder)) {
      if (kind === 'rename') this.#stale.add(folder)
      this.#changed()
    }
    if (name !== undefined && this.#concerns(folder, kind, name)) this.#changed()
  }

  #concerns(folder: string, kind: 'rename' | 'change', name: string): boolean {
    const entry = join(folder, name)
    const isWatched = this.#open.has(entry)
    if (isWatched && kind === 'rename') this.#stale.add(entry)
    return (
      isWatched ||
      this.#awaited.get(folder)?.has(name) === true ||
      this.#interests?.concerns(folder, kind, name) === true
    )
  }

  /** As on Windows, where a handle fails when its folder is removed. */
  #fail(folder: string): void {
    if (this.#isClosed) return
    this.#failures.set(folder, (this.#failures.get(folder) ?? 0) + 1)
    this.#stale.add(folder)
    this.#changed()
  }

  #isStale(folder: string): boolean {
    if (this.#stale.size === 0) return false
    for (let at = folder; ; at = dirname(at)) {
      if (this.#stale.has(at)) return true
      if (dirname(at) === at) return false
    }
  }

  #closeWhere(isOver: (folder: string) => boolean): void {
    for (const [folder, handle] of this.#open) {
      if (!isOver(folder)) continue
      this.#open.delete(folder)
      handle.close()
    }
  }
}

/** `full`: the system has no more handles to give. `refused`: it has none for this folder. */
type Outcome = 'opened' | 'kept' | 'gone' | 'full' | 'refused'

function outcomeOf(error: unknown): Outcome {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'gone'
  return code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE' ? 'full' : 'refused'
}
