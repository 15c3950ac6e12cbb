import type { BigIntStats, Dirent, Stats } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { type Disk, nodeDisk, timeSlices } from '../discovery/index.ts'
import { isCertain } from './ticks.ts'

/**
 * A disk that remembers what it was asked and what it answered. What discovery finds follows from
 * its options and these answers alone, so where each question still has its answer, there is
 * nothing new to find: that costs one `lstat` a file, and nothing is listed, opened or parsed.
 */
export class DiskRecord implements Disk {
  readonly #disk: Disk
  readonly #since: number
  readonly #files = new Stamps()
  readonly #folders = new Stamps()
  #absent: string[] = []
  #others: Answer[] = []
  #isCertain = true

  /** @param since when the pass begins, in milliseconds since 1970 */
  constructor(since: number, disk: Disk = nodeDisk) {
    this.#since = since
    this.#disk = disk
  }

  lstat(path: string): Stats | undefined {
    const stats = this.#orUncertain(() => this.#disk.lstat(path))
    if (stats === undefined) this.#absent.push(path)
    else if (stats.isDirectory()) this.#remember('lstat', path, identityOf(stats))
    else this.#stamp(this.#files, path, stats)
    return stats
  }

  stat(path: string): BigIntStats | undefined {
    try {
      const stats = this.#disk.stat(path)
      this.#remember('stat', path, identityOf(stats))
      return stats
    } catch (error) {
      // A link that leads in circles: it does until it is replaced, which is another answer.
      this.#remember('stat', path, failureOf(error))
      throw error
    }
  }

  /** The folder is looked at before it is listed, so that what comes in between is noticed later. */
  list(folder: string): Dirent[] {
    const stats = this.#orUncertain(() => folderStats(this.#disk, folder))
    const listing = this.#orUncertain(() => this.#disk.list(folder))
    if (stats === undefined) this.#isCertain = false
    else this.#stamp(this.#folders, folder, stats)
    return listing
  }

  realpath(path: string): string {
    try {
      const target = this.#disk.realpath(path)
      this.#remember('realpath', path, target)
      return target
    } catch (error) {
      this.#remember('realpath', path, failureOf(error))
      throw error
    }
  }

  readlink(path: string): string {
    const target = this.#orUncertain(() => this.#disk.readlink(path))
    this.#remember('readlink', path, target)
    return target
  }

  /** What is read was asked about with `lstat` before, and its bytes are what that stamp stands for. */
  read(path: string, into: Uint8Array, size: number): number {
    return this.#orUncertain(() => this.#disk.read(path, into, size))
  }

  /** Whether what it holds may count in another process. */
  get isCertain(): boolean {
    return this.#isCertain
  }

  /** As plain JSON, for `from`. */
  toJSON(): StoredRecord {
    return {
      since: this.#since,
      files: this.#files.toJSON(),
      folders: this.#folders.toJSON(),
      absent: this.#absent,
      others: this.#others,
    }
  }

  /** The record that `toJSON` told of. */
  static from(stored: StoredRecord, disk: Disk = nodeDisk): DiskRecord {
    const record = new DiskRecord(stored.since, disk)
    record.#files.fill(stored.files)
    record.#folders.fill(stored.folders)
    record.#absent = stored.absent
    record.#others = stored.others
    return record
  }

  /** To be called where what was found does not follow from the disk alone, as after a time limit. */
  distrust(): void {
    this.#isCertain = false
  }

  /** Whether every question would be answered in the same way now. Changes nothing. */
  async holds(): Promise<boolean> {
    if (!this.#isCertain) return false
    const disk = this.#disk
    return (
      this.#others.every((other) => answerOf(disk, other) === other.answer) &&
      (await this.#folders.hold((path) => folderStats(disk, path))) &&
      (await this.#files.hold((path) => disk.lstat(path))) &&
      this.#absent.every((path) => isAbsent(disk, path))
    )
  }

  /** Folders whose entries were read. */
  get listed(): readonly string[] {
    return this.#folders.paths
  }

  /** Every path that was asked about, and where links led. */
  *askedAbout(): Generator<string> {
    yield* this.#files.paths
    yield* this.#absent
    for (const { kind, path, answer } of this.#others) {
      yield path
      if (kind === 'readlink') yield resolve(dirname(path), answer)
      if (kind === 'realpath' && answer !== path && isAbsolute(answer)) yield answer
    }
  }

  #stamp(stamps: Stamps, path: string, stats: Stats): void {
    stamps.add(path, stats)
    if (!isCertain(stats.ctimeMs, this.#since)) this.#isCertain = false
  }

  #remember(kind: Answer['kind'], path: string, answer: string): void {
    this.#others.push({ kind, path, answer })
  }

  /** Why a call fails may pass without a trace, as when the system runs out of open files. */
  #orUncertain<T>(ask: () => T): T {
    try {
      return ask()
    } catch (error) {
      this.#isCertain = false
      throw error
    }
  }
}

/** A record as JSON. */
export interface StoredRecord {
  readonly since: number
  readonly files: StoredStamps
  readonly folders: StoredStamps
  readonly absent: string[]
  readonly others: Answer[]
}

interface StoredStamps {
  readonly paths: string[]
  readonly numbers: number[]
}

/** A question that is rare, with its answer as text. */
interface Answer {
  readonly kind: 'lstat' | 'stat' | 'realpath' | 'readlink'
  readonly path: string
  readonly answer: string
}

function answerOf(disk: Disk, { kind, path }: Answer): string {
  try {
    return kind === 'lstat' || kind === 'stat' ? identityOf(disk[kind](path)) : disk[kind](path)
  } catch (error) {
    return failureOf(error)
  }
}

/** Which thing it is, whatever is in it. */
function identityOf(stats: Stats | BigIntStats | undefined): string {
  return stats === undefined ? 'absent' : `${stats.mode}:${stats.dev}:${stats.ino}`
}

function failureOf(error: unknown): string {
  return `failed: ${error instanceof Error && 'code' in error ? String(error.code) : String(error)}`
}

function folderStats(disk: Disk, folder: string): Stats | undefined {
  const stats = disk.lstat(folder)
  return stats?.isSymbolicLink() === true ? disk.lstat(disk.realpath(folder)) : stats
}

function isAbsent(disk: Disk, path: string): boolean {
  try {
    return disk.lstat(path) === undefined
  } catch {
    return false
  }
}

/** Paths with what `lstat` said of each, in a few numbers: there are tens of thousands. */
class Stamps {
  paths: string[] = []
  #numbers: number[] = []

  toJSON(): StoredStamps {
    return { paths: this.paths, numbers: this.#numbers }
  }

  fill({ paths, numbers }: StoredStamps): void {
    this.paths = paths
    this.#numbers = numbers
  }

  add(path: string, stats: Stats): void {
    this.paths.push(path)
    this.#numbers.push(stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino, stats.mode)
  }

  /** Whether each path still answers with the same numbers. */
  async hold(ask: (path: string) => Stats | undefined): Promise<boolean> {
    const slices = timeSlices()
    for (const [index, path] of this.paths.entries()) {
      if (!this.#isSame(index * 5, ask, path)) return false
      const pause = index % 32 === 0 ? slices.pause() : undefined
      if (pause !== undefined) await pause
    }
    return true
  }

  #isSame(at: number, ask: (path: string) => Stats | undefined, path: string): boolean {
    try {
      const stats = ask(path)
      const numbers = this.#numbers
      return (
        stats !== undefined &&
        numbers[at] === stats.size &&
        numbers[at + 1] === stats.mtimeMs &&
        numbers[at + 2] === stats.ctimeMs &&
        numbers[at + 3] === stats.ino &&
        numbers[at + 4] === stats.mode
      )
    } catch {
      return false
    }
  }
}
