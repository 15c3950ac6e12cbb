import type { Dirent } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type IgnoreRules, parseIgnoreFile } from './ignore-rules.ts'
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
const ignoreFiles = ['.gitignore', '.ignore', '.fdignore'] as const
const ignoreFileLimit = 1024 * 1024

interface Layer {
  readonly folder: string
  readonly rules: IgnoreRules
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
  const end = (kind: WalkEnd['kind']): WalkEnd => ({ kind, skippedPatterns })
  const pending = [{ folder: options.root, layers: await layersAbove(options) }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    options.signal.throwIfAborted()
    const { folder } = next
    const listed = await listChecked(folder)
    if (listed === undefined) continue
    const own = await layerOf(folder, listed)
    skippedPatterns += own?.rules.skipped ?? 0
    const layers = own === undefined ? next.layers : [...next.layers, own]
    const below: (typeof next)[] = []
    for (const entry of [...listed].sort(byName)) {
      entries += 1
      if (entries > mostEntries) return end('entries')
      if (performance.now() > deadline) return end('time')
      const path = join(folder, entry.name)
      if (isLeftOut(entry, path, layers, options)) continue
      const shown = relative(options.root, path).split(sep).join('/')
      const kind = kindOf(entry)
      if (kind === undefined) continue
      if (kind === 'folder') below.push({ folder: path, layers })
      if ((await visit({ path, shown, kind })) === 'stop') return end('stopped')
    }
    pending.push(...below.reverse())
  }
  return end('done')
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

function kindOf(entry: Dirent): WalkedEntry['kind'] | undefined {
  if (entry.isDirectory()) return 'folder'
  if (entry.isSymbolicLink()) return 'link'
  return entry.isFile() ? 'file' : undefined
}

function isLeftOut(
  entry: Dirent,
  path: string,
  layers: readonly Layer[],
  options: WalkOptions,
): boolean {
  if (entry.name === '.git') return true
  if (options.closed.some((folder) => isWithin(path, folder))) return true
  for (const layer of layers.toReversed()) {
    const within = relative(layer.folder, path).split(sep).join('/')
    const verdict = layer.rules.test(entry.isDirectory() ? `${within}/` : within)
    if (verdict !== undefined) return verdict === 'ignored'
  }
  return false
}

/** The ignore files of the folders above the root, from the workspace down. */
async function layersAbove(options: WalkOptions): Promise<readonly Layer[]> {
  if (options.root === options.top || !isWithin(options.root, options.top)) return []
  const folders: string[] = []
  for (let at = dirname(options.root); ; at = dirname(at)) {
    folders.unshift(at)
    if (at === options.top) break
  }
  const layers: Layer[] = []
  for (const folder of folders) {
    const layer = await layerOf(folder, (await listChecked(folder)) ?? [])
    if (layer !== undefined) layers.push(layer)
  }
  return layers
}

async function layerOf(folder: string, entries: readonly Dirent[]): Promise<Layer | undefined> {
  const present = ignoreFiles.filter((name) => entries.some((entry) => entry.name === name))
  if (present.length === 0) return undefined
  const texts = await Promise.all(present.map((name) => readSmall(join(folder, name))))
  return { folder, rules: parseIgnoreFile(texts.join('\n')) }
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
