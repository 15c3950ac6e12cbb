import { basename, dirname } from 'node:path'
import type { DiskRecord } from '../disk-record.ts'

/** What a snapshot rests on beside the files that discovery asked for. */
export interface FurtherInterests {
  /** Single files, there or not: settings, answers about trust. */
  readonly files: readonly string[]
  /** Folders of which every file counts: what was trusted until it changes. */
  readonly whole: readonly string[]
}

/**
 * The folders where a change can make another snapshot, and which of their entries matter. It is
 * drawn from what discovery asked the disk, so whatever a reload would see is watched.
 */
export class Interests {
  readonly #names = new Map<string, Set<string>>()
  readonly #listed: ReadonlySet<string>
  readonly #whole: ReadonlySet<string>

  constructor(record: DiskRecord, { files, whole }: FurtherInterests) {
    this.#listed = new Set(record.listed)
    this.#whole = new Set(whole)
    for (const folder of record.listed) this.#names.set(folder, noNames)
    for (const path of files) this.#add(dirname(path), basename(path))
    for (const path of record.askedAbout()) this.#add(dirname(path), basename(path))
    for (const folder of whole) {
      if (!this.#names.has(folder)) this.#names.set(folder, noNames)
    }
  }

  /** Those first whose handles matter most: where skills come and go. */
  get folders(): Iterable<string> {
    return this.#names.keys()
  }

  has(folder: string): boolean {
    return this.#names.has(folder)
  }

  concerns(folder: string, kind: 'rename' | 'change', name: string): boolean {
    return (
      this.#names.get(folder)?.has(name) === true ||
      (kind === 'rename' && this.#listed.has(folder)) ||
      this.#whole.has(folder)
    )
  }

  /** Ten thousand folders of which only `SKILL.md` matters share one set. */
  #add(folder: string, name: string): void {
    const before = this.#names.get(folder)
    if (before?.has(name) === true) return
    if (before === undefined && name === 'SKILL.md') this.#names.set(folder, skillFile)
    else if (before === undefined || isShared(before)) {
      this.#names.set(folder, new Set([...(before ?? []), name]))
    } else before.add(name)
  }
}

const skillFile = new Set(['SKILL.md'])
const noNames = new Set<string>()

function isShared(names: Set<string>): boolean {
  return names === skillFile || names === noNames
}
