import type { Dirent } from 'node:fs'
import { join, relative, sep } from 'node:path'
import {
  byCodePoint,
  decidingRule,
  type IgnoreRules,
  ignoreFileNames,
  parseIgnoreFile,
} from '@skillet/core'
import { listChecked, openChecked } from './open-checked.ts'
import { isWithin } from './paths.ts'

export interface WalkedEntry {
  /** Absolute, links resolved. */
  readonly path: string
  /** Relative to where the walk began, `/` between parts. */
  readonly shown: string
  readonly kind: 'file' | 'folder' | 'link'
}

export interface WalkOptions {
  /** Absolute, links resolved: where the walk begins. */
  readonly root: string
  /** Absolute, links resolved: ignore files from here down to `root` count too. */
  readonly top: string
  readonly signal: AbortSignal
  /** Milliseconds. */
  readonly timeLimit: number
  /** Absolute folders that are not entered. */
  readonly closed: readonly string[]
}

/** Why a walk ended, and how many ignore patterns were too long to count. */
export interface WalkEnd {
  readonly kind: 'done' | 'stopped' | 'time' | 'entries'
  readonly skippedPatterns: number
}

const mostEntries = 500_000
const ignoreFileLimit = 1024 * 1024

/** A folder to visit, and the rules that hold in it. */
interface Folder {
  /** Absolute, links resolved. */
  readonly path: string
  /** Relative to where the rules begin, `''` or with a `/` at the end. */
  readonly relative: string
  readonly rules: IgnoreRules | undefined
}

/**
 * Visits what lies below a folder, in the order of names, without what ignore files leave out and
 * without `.git`. Links are named but not followed. `visit` ends the walk with `'stop'`.
 */
export async function walkTree(
  options: WalkOptions,
  visit: (entry: WalkedEntry) => 'stop' | undefined | Promise<'stop' | undefined>,
): Promise<WalkEnd> {
  const deadline = performance.now() + options.timeLimit
  let entries = 0
  let skippedPatterns = 0
  const skip = (): void => {
    skippedPatterns += 1
  }
  const end = (kind: WalkEnd['kind']): WalkEnd => ({ kind, skippedPatterns })
  const pending = [await startFolder(options, skip)]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    options.signal.throwIfAborted()
    const listed = await listChecked(next.path)
    if (listed === undefined) continue
    const folder = await withOwnRules(next, listed, skip)
    const below: Folder[] = []
    for (const entry of [...listed].sort(byName)) {
      entries += 1
      if (entries > mostEntries) return end('entries')
      if (performance.now() > deadline) return end('time')
      const path = join(folder.path, entry.name)
      if (isLeftOut(entry, path, folder, options)) continue
      const kind = kindOf(entry)
      if (kind === undefined) continue
      if (kind === 'folder') below.push(folderBelow(folder, entry.name))
      const shown = relative(options.root, path).split(sep).join('/')
      if ((await visit({ path, shown, kind })) === 'stop') return end('stopped')
    }
    for (const each of below.reverse()) pending.push(each)
  }
  return end('done')
}

function byName(a: Dirent, b: Dirent): number {
  return byCodePoint(a.name, b.name)
}

function kindOf(entry: Dirent): WalkedEntry['kind'] | undefined {
  if (entry.isDirectory()) return 'folder'
  if (entry.isSymbolicLink()) return 'link'
  return entry.isFile() ? 'file' : undefined
}

function isLeftOut(entry: Dirent, path: string, folder: Folder, options: WalkOptions): boolean {
  if (entry.name === '.git') return true
  if (options.closed.some((closed) => isWithin(path, closed))) return true
  const subject = {
    relative: folder.relative + entry.name,
    name: entry.name,
    kind: entry.isDirectory() ? 'folder' : 'file',
  } as const
  return decidingRule(folder.rules, subject) !== undefined
}

/** The folder that the walk begins in, under the rules of those above it up to the workspace. */
async function startFolder({ root, top }: WalkOptions, skip: () => void): Promise<Folder> {
  if (root === top || !isWithin(root, top)) return { path: root, relative: '', rules: undefined }
  let folder: Folder = { path: top, relative: '', rules: undefined }
  for (const name of relative(top, root).split(sep)) {
    const listed = (await listChecked(folder.path)) ?? []
    folder = folderBelow(await withOwnRules(folder, listed, skip), name)
  }
  return folder
}

function folderBelow({ path, relative, rules }: Folder, name: string): Folder {
  return { path: join(path, name), relative: `${relative}${name}/`, rules }
}

async function withOwnRules(
  folder: Folder,
  listed: readonly Dirent[],
  skip: () => void,
): Promise<Folder> {
  const present = ignoreFileNames.filter((name) => listed.some((entry) => entry.name === name))
  if (present.length === 0) return folder
  const files = present.map((name) => join(folder.path, name))
  const texts = await Promise.all(files.map(readSmall))
  const rules = files.flatMap((file, index) => parseIgnoreFile(texts[index] ?? '', file, skip))
  return { ...folder, rules: { above: folder.rules, prefix: folder.relative.length, rules } }
}

async function readSmall(path: string): Promise<string> {
  const opened = await openChecked(path)
  if (opened.kind !== 'open') return ''
  try {
    if (opened.stats.size > ignoreFileLimit) return ''
    return (await opened.handle.readFile('utf8')).replace(/^\uFEFF/u, '')
  } finally {
    await opened.handle.close()
  }
}

/** One line for each way in which a walk was not the whole truth. */
export function walkNotes(end: WalkEnd): readonly string[] {
  const notes: string[] = []
  if (end.kind === 'time')
    notes.push('The search took too long and was stopped; name a narrower folder.')
  if (end.kind === 'entries')
    notes.push(`More than ${mostEntries} entries; name a narrower folder.`)
  if (end.skippedPatterns > 0) {
    notes.push(
      `${end.skippedPatterns} patterns of ignore files are longer than 256 characters and were skipped.`,
    )
  }
  return notes
}
