import type { Disk } from './disk.ts'
import type { Folder } from './steps.ts'

/**
 * The folders that one walk has listed, told apart by device and inode, so that a folder counts once
 * by whatever way it is reached and loops end (bug 20). Without links no folder is reached twice, so
 * nothing is asked of the disk before the first link.
 */
export class VisitedFolders {
  readonly #disk: Disk
  readonly #known = new Map<string, Folder>()
  #unasked: Folder[] | undefined = []

  constructor(disk: Disk) {
    this.#disk = disk
  }

  /** Takes a folder that is about to be listed; false where it was listed before, or is gone. */
  enter(folder: Folder): boolean {
    if (this.#unasked !== undefined) {
      this.#unasked.push(folder)
      return true
    }
    const key = this.#keyOf(folder.path)
    if (key === undefined || this.#known.has(key)) return false
    this.#known.set(key, folder)
    return true
  }

  /** The folder at the end of a link, as it was reached before. */
  find(link: string): Folder | undefined {
    const unasked = this.#unasked ?? []
    this.#unasked = undefined
    for (const folder of unasked) {
      const key = this.#keyOf(folder.path)
      if (key !== undefined) this.#known.set(key, folder)
    }
    return this.#known.get(this.#keyOf(link) ?? '')
  }

  #keyOf(path: string): string | undefined {
    const stats = this.#disk.stat(path)
    return stats && `${stats.dev}:${stats.ino}`
  }
}
