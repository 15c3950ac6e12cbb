import type { Dirent, Stats } from 'node:fs'
import { byCodePoint } from '../names.ts'
import { isSkillFileName } from '../skill-file.ts'
import type { Disk } from './disk.ts'
import { below } from './paths.ts'

/** What in a folder is called `SKILL.md`, in whatever case the directory itself spells it. */
export interface SkillFile {
  readonly name: string
  readonly path: string
  /** Of the entry itself: a link is a link. */
  readonly stats: Stats
  /** Paths of further spellings beside it, which do not count. */
  readonly others: readonly string[]
}

/** A folder's `SKILL.md`, where it has one, and its entries where they were listed on the way. */
export interface SkillFolder {
  readonly file?: SkillFile
  readonly listing?: Listing
}

/** A folder's entries; undefined where it is not to be listed (again). */
export type Listing = readonly Dirent[] | undefined

/**
 * Finds `SKILL.md` in a folder. Asking for the file costs far less than listing the folder, and is
 * enough where it is there; but where the file system ignores case the answer could be to another
 * spelling, so there the directory's own entry decides, and every disk gives the same answer.
 */
export function findSkillFile(
  folder: string,
  list: () => Listing,
  disk: Disk,
  folding: CaseFolding,
): SkillFolder {
  const path = below(folder, 'SKILL.md')
  const stats = disk.lstat(path)
  if (stats !== undefined && !folding.of(folder, stats)) {
    return { file: { name: 'SKILL.md', path, stats, others: [] } }
  }
  const listing = list()
  if (listing === undefined) return {}
  const [name, ...others] = skillFileNames(listing)
  const found = name === undefined ? undefined : lookAt(below(folder, name), disk)
  if (name === undefined || found === undefined) return { listing }
  // Beside the right spelling the others are ordinary files.
  const passedOver = name === 'SKILL.md' ? [] : others.map((other) => below(folder, other))
  return { file: { name, ...found, others: passedOver }, listing }
}

function lookAt(path: string, disk: Disk) {
  const stats = disk.lstat(path)
  return stats && { path, stats }
}

/** The entries that spell `SKILL.md` in any case, the one that counts first. */
export function skillFileNames(listing: readonly Dirent[]): readonly string[] {
  const names = listing.map((entry) => entry.name).filter(isSkillFileName)
  if (names.length < 2) return names
  return names.sort(
    (a, b) => Number(b === 'SKILL.md') - Number(a === 'SKILL.md') || byCodePoint(a, b),
  )
}

/** Which devices ignore case, asked once for each. */
export interface CaseFolding {
  /** `stats` are those of `SKILL.md` in `folder`. */
  of(folder: string, stats: Stats): boolean
}

/** A device ignores case when a spelling that nobody writes leads to the same file. */
export function caseFolding(disk: Disk): CaseFolding {
  const known = new Map<number, boolean>()
  return {
    of(folder, stats) {
      const answer = known.get(stats.dev)
      if (answer !== undefined) return answer
      const folds = disk.lstat(below(folder, 'sKiLl.Md'))?.ino === stats.ino
      known.set(stats.dev, folds)
      return folds
    },
  }
}
