import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { holdsRepository } from '../permission/index.ts'
import { standing } from './shown-folders.ts'

/** What a look through a workspace found, by absolute paths. */
export interface Scanned {
  /** Files and folders whose names are worth a second look. */
  readonly candidates: readonly string[]
  /** Folders that git takes for repositories, whatever they are called. */
  readonly repositories: readonly string[]
  /** Folders whose content nobody can tell. */
  readonly unreadable: readonly string[]
  /** Folders whose names are not UTF-8, byte for byte: nothing in them is looked at. */
  readonly strange: readonly Buffer[]
  /** Whether every folder was looked at. */
  readonly whole: boolean
}

/** What is known of one folder, for as long as it does not change. All paths are absolute. */
interface KnownFolder {
  readonly stamp: string
  readonly folders: readonly string[]
  readonly candidates: readonly string[]
  readonly strange: readonly Buffer[]
  readonly isRepository: boolean
}

const mostFolders = 200_000
/** Folders that are looked at before others get their turn. */
const slice = 200
/** A folder that changed so shortly ago may change again within the same tick of its clock. */
const racyMs = 2000

/**
 * Goes through all folders below one, again and again. A folder whose change time stands still is
 * not read again; that time cannot be set back by a program, only the clock could.
 */
export class FolderScan {
  readonly #root: string
  readonly #now: () => number
  #known = new Map<string, KnownFolder>()

  constructor(root: string, now: () => number = Date.now) {
    this.#root = root
    this.#now = now
  }

  /** @param open tries to make a folder readable that is not, and says whether it is now. Default: none. */
  async look(open: (path: string) => boolean = () => false): Promise<Scanned> {
    const seen = new Map<string, KnownFolder>()
    const candidates: string[] = []
    const repositories: string[] = []
    const unreadable: string[] = []
    const strange: Buffer[] = []
    const pending = [this.#root]
    let looked = 0
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (looked >= mostFolders) break
      looked += 1
      if (looked % slice === 0) await setImmediate()
      let folder = this.#read(path, seen)
      if (folder === 'unreadable' && open(path)) folder = this.#read(path, seen)
      if (folder === 'unreadable') unreadable.push(path)
      if (folder === 'unreadable' || folder === 'gone') continue
      for (const candidate of folder.candidates) candidates.push(candidate)
      if (folder.isRepository) repositories.push(path)
      strange.push(...folder.strange)
      for (const below of folder.folders) pending.push(below)
    }
    this.#known = seen
    return { candidates, repositories, unreadable, strange, whole: looked < mostFolders }
  }

  #read(path: string, seen: Map<string, KnownFolder>): KnownFolder | 'unreadable' | 'gone' {
    try {
      const { ctimeNs, ctimeMs, dev, ino } = lstatSync(path, { bigint: true })
      const isRacy = this.#now() - Number(ctimeMs) < racyMs
      const stamp = `${dev}:${ino}:${ctimeNs}`
      const known = this.#known.get(path)
      const folder = known?.stamp === stamp ? known : describe(stamp, path)
      if (!isRacy) seen.set(path, folder)
      return folder
    } catch {
      // One that can be entered and not listed may hold what can be obeyed all the same.
      return standing(path)?.isDirectory() === true ? 'unreadable' : 'gone'
    }
  }
}

function describe(stamp: string, path: string): KnownFolder {
  const entries = readdirSync(path, { withFileTypes: true })
  return {
    stamp,
    folders: entries.filter(isOrdinaryFolder).map(({ name }) => join(path, name)),
    candidates: entries.flatMap(({ name }) => (isCandidate(name) ? [join(path, name)] : [])),
    strange: entries.some(({ name }) => name.includes(unwritable)) ? strangeFolders(path) : [],
    isRepository: holdsRepository((part) => entries.some(({ name }) => name === part)),
  }
}

/** What stands for bytes that are no text; a name may hold it in its own right, too. */
const unwritable = '\ufffd'

function strangeFolders(path: string): readonly Buffer[] {
  return readdirSync(path, { encoding: 'buffer', withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !Buffer.from(name.toString('utf8')).equals(name))
    .map((name) => Buffer.concat([Buffer.from(`${path}/`), name]))
}

/** Those who know the parts of a `.git` look at it. */
function isOrdinaryFolder(entry: Dirent): boolean {
  return entry.isDirectory() && entry.name !== '.git'
}

/** Cheap: protected names begin with a dot, are `skills` or `config.fish`, or are written in disguise. */
function isCandidate(name: string): boolean {
  return /^(?:\.|skills$|config\.fish$)|[^\x20-\x7e]/iu.test(name)
}
