import { setImmediate } from 'node:timers/promises'
import { decodeText, openChecked } from '../tools/index.ts'
import { findFiles, type KnownFile, knownPath } from './files.ts'
import type { PassageIndex } from './passage-index.ts'
import { passagesOf } from './passages.ts'
import type { Knowledge, KnowledgeLimits, KnowledgeOptions, Passage } from './types.ts'

const defaultLimits: KnowledgeLimits = {
  files: 2_000,
  fileSize: 1024 * 1024,
  totalSize: 20 * 1024 * 1024,
  time: 5_000,
}

/**
 * Opens text files as knowledge: they are read and indexed beside whatever else the program does,
 * and again once they change. Throws nothing; what cannot be used is in `problems`.
 *
 * @param options which files, and the folders that paths are meant from
 * @returns the knowledge, for `createEngine` or to search in
 * @example
 * const knowledge = openKnowledge({
 *   sources: [{ path: 'docs', base: workspace, within: workspace }],
 *   workspace,
 *   home,
 * })
 * const [best] = await knowledge.search('how do I deploy?')
 */
export function openKnowledge(options: KnowledgeOptions): Knowledge {
  const shelf = new Shelf(options)
  // The first reading begins at once; a search that comes early waits for it.
  shelf.refresh().catch(() => {})
  return {
    autoInject: options.autoInject ?? true,
    async search(query, { limit = 10 } = {}) {
      await shelf.refresh()
      return await shelf.search(query, limit)
    },
    problems: () => shelf.takeProblems(),
  }
}

class Shelf {
  readonly #options: KnowledgeOptions
  readonly #limits: KnowledgeLimits
  /** Loaded with its library only where there is something to search. */
  readonly #index: Promise<PassageIndex>
  /** What is indexed, by path. */
  readonly #read = new Map<string, string>()
  readonly #told = new Set<string>()
  #news: string[] = []
  #running: Promise<void> = Promise.resolve()
  /** A look that has not begun. */
  #next: Promise<void> | undefined

  constructor(options: KnowledgeOptions) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#index = import('./passage-index.ts').then((loaded) => new loaded.PassageIndex())
  }

  /**
   * Looks at the files, and reads those that changed. One look at a time: whoever asks while one
   * runs waits for the next, which they all share, since it sees whatever is there by now.
   */
  refresh(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.#look()
      })
    this.#running = this.#next
    return this.#next
  }

  async search(query: string, limit: number): Promise<readonly Passage[]> {
    return (await this.#index).search(query, limit)
  }

  takeProblems(): readonly string[] {
    const news = this.#news
    this.#news = []
    return news
  }

  async #look(): Promise<void> {
    const { sources, ...place } = this.#options
    const { time } = this.#limits
    const known = [...this.#read.keys()]
    const found = await findFiles(sources, { ...place, time, known })
    for (const problem of found.problems) this.#tell(problem)
    const files = this.#withinLimits(found.files)
    const present = new Set(files.map(({ path }) => path))
    for (const path of this.#read.keys()) if (!present.has(path)) await this.#forget(path)
    for (const file of files) {
      if (this.#read.get(file.path) === file.signature) continue
      await this.#take(file)
      // A large index is built in pieces, so that a turn that runs meanwhile goes on.
      await setImmediate()
    }
  }

  #withinLimits(files: readonly KnownFile[]): readonly KnownFile[] {
    const { files: most, fileSize, totalSize } = this.#limits
    let room = totalSize
    const kept: KnownFile[] = []
    for (const file of files) {
      if (file.size > fileSize) {
        this.#tell(
          `${this.#shown(file.path)} is larger than ${bytes(fileSize)}, so it is not knowledge.`,
        )
        continue
      }
      room -= file.size
      if (kept.length === most || room < 0) {
        this.#tell(
          `There is more knowledge than ${most} files or ${bytes(totalSize)}: the rest is left out.`,
        )
        break
      }
      kept.push(file)
    }
    return kept
  }

  async #take({ path, signature, named }: KnownFile): Promise<void> {
    const text = await readText(path, this.#limits.fileSize)
    const index = await this.#index
    if (text === undefined && named !== undefined) {
      this.#tell(
        `The knowledge ${named} is no text, such as a PDF or a picture, so it is not read.`,
      )
    }
    if (text === undefined) index.remove(path)
    else index.put(path, this.#shown(path), passagesOf(text))
    this.#read.set(path, signature)
  }

  async #forget(path: string): Promise<void> {
    const index = await this.#index
    index.remove(path)
    this.#read.delete(path)
  }

  #shown(path: string): string {
    return knownPath(path, this.#options)
  }

  #tell(problem: string): void {
    if (this.#told.has(problem)) return
    this.#told.add(problem)
    this.#news.push(problem)
  }
}

/** The text of a file that still lies where it was found; undefined where it is none. */
async function readText(path: string, longest: number): Promise<string | undefined> {
  const opened = await openChecked(path)
  if (opened.kind !== 'open') return undefined
  try {
    if (opened.stats.size > longest) return undefined
    return decodeText(await opened.handle.readFile())?.text
  } catch {
    return undefined
  } finally {
    await opened.handle.close()
  }
}

function bytes(size: number): string {
  return size >= 1024 * 1024 ? `${size / (1024 * 1024)} MiB` : `${size} bytes`
}
