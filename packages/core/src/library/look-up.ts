import { dirname, normalize } from 'node:path'
import { normaliseName, slug } from '../names.ts'
import { nearNames } from './near.ts'
import type { Entry, Found, Snapshot } from './types.ts'

/**
 * Finds a skill in a snapshot: exact name, name without case, `scope:name` and `/skill:name`, slug,
 * the folder's name where unambiguous, a path. Only the snapshot is searched; nothing that a person
 * or a model types is ever joined to a path. Throws nothing.
 *
 * @param snapshot what is searched
 * @param query as typed
 * @returns the callable skill, the entry of one that is not callable, or up to five near names
 * @example
 * const found = lookUp(library.snapshot, 'user:review')
 * if (found.skill) console.log(found.skill.location)
 * else if (found.entry) console.log(found.entry.reason)
 * else console.log(`Did you mean ${found.near.join(', ')}?`)
 */
export function lookUp(snapshot: Snapshot, query: string): Found {
  const typed = query.trim()
  const index = indexOf(snapshot)
  const entry = callableBy(index, typed) ?? knownBy(index, typed)
  if (entry === undefined) return { near: nearNames(snapshot.entries, typed) }
  const { skill, state } = entry
  if (skill !== undefined && (state === 'loaded' || state === 'shadowed')) return { skill, entry }
  return { entry }
}

/** Ways to reach an entry. Loaded skills and all others are kept apart: the former always win. */
interface Index {
  /** What a loaded or shadowed skill is called as: no two share one, and each leads to its owner. */
  readonly callable: ReadonlyMap<string, Entry>
  readonly exact: ReadonlyMap<string, Entry>
  readonly folded: ReadonlyMap<string, Entry>
  readonly qualified: ReadonlyMap<string, Entry>
  readonly slugs: ReadonlyMap<string, Entry>
  readonly folders: ReadonlyMap<string, Entry | 'ambiguous'>
  readonly paths: ReadonlyMap<string, Entry>
  readonly others: ReadonlyMap<string, Entry>
}

function callableBy(index: Index, typed: string): Entry | undefined {
  const folded = normaliseName(typed)
  const bare = folded.startsWith('/') ? folded.slice(1) : folded
  const named = bare.startsWith('skill:') ? bare.slice('skill:'.length) : bare
  return (
    index.callable.get(folded) ??
    index.exact.get(typed) ??
    index.folded.get(folded) ??
    index.callable.get(bare) ??
    index.qualified.get(bare) ??
    index.folded.get(named) ??
    index.slugs.get(slug(named)) ??
    unambiguous(index.folders.get(named)) ??
    index.paths.get(pathKey(typed))
  )
}

function knownBy(index: Index, typed: string): Entry | undefined {
  const named = normaliseName(typed)
    .replace(/^\//, '')
    .replace(/^skill:/, '')
  return index.others.get(named) ?? index.others.get(slug(named))
}

function unambiguous(entry: Entry | 'ambiguous' | undefined): Entry | undefined {
  return entry === 'ambiguous' ? undefined : entry
}

/**
 * Snapshots never change, so an index made once for one holds as long as it lives, and goes with it.
 * Such maps by a frozen value are no state: they only save work.
 */
const indexes = new WeakMap<Snapshot, Index>()

function indexOf(snapshot: Snapshot): Index {
  const known = indexes.get(snapshot)
  if (known !== undefined) return known
  const index = buildIndex(snapshot.entries)
  indexes.set(snapshot, index)
  return index
}

function buildIndex(entries: readonly Entry[]): Index {
  const loaded = entries.filter(({ state }) => state === 'loaded')
  const rest = entries.filter(({ state }) => state !== 'loaded')
  const folders = new Map<string, Entry | 'ambiguous'>()
  for (const entry of loaded) {
    const folder = folderName(entry)
    if (folder !== '') folders.set(folder, folders.has(folder) ? 'ambiguous' : entry)
  }
  const called = entries.filter(({ state }) => state === 'loaded' || state === 'shadowed')
  return {
    callable: firstBy(called, ({ callableAs }) => [normaliseName(callableAs)]),
    exact: firstBy(loaded, ({ name }) => [name]),
    folded: firstBy(loaded, ({ name }) => [normaliseName(name)]),
    qualified: firstBy(entries, (entry) => [normaliseName(entry.callableAs)], [
      [loaded, qualifiedNames],
      [rest, qualifiedNames],
    ]),
    slugs: firstBy(loaded, ({ name }) => [slug(name)]),
    folders,
    paths: firstBy(entries, pathsOf),
    others: firstBy(rest, (entry) => [
      normaliseName(entry.name),
      slug(entry.name),
      folderName(entry),
    ]),
  }
}

type Keys = (entry: Entry) => readonly string[]

/** The first entry of each key, by precedence; further groups only add keys that are still free. */
function firstBy(
  entries: readonly Entry[],
  keysOf: Keys,
  further: readonly (readonly [readonly Entry[], Keys])[] = [],
): Map<string, Entry> {
  const found = new Map<string, Entry>()
  for (const [group, keys] of [[entries, keysOf] as const, ...further]) {
    for (const entry of group) {
      for (const key of keys(entry)) {
        if (key !== '' && !found.has(key)) found.set(key, entry)
      }
    }
  }
  return found
}

function qualifiedNames({ scope, client, name }: Entry): string[] {
  return [scope, client].flatMap((qualifier) => [
    `${qualifier}:${normaliseName(name)}`,
    `${qualifier}:${slug(name)}`,
  ])
}

function folderName({ path, skill }: Entry): string {
  if (skill?.singleFile) return ''
  return normaliseName(/([^\\/]+)[\\/][^\\/]*$/.exec(path)?.[1] ?? '')
}

function pathsOf({ path, skill }: Entry): string[] {
  const paths = [path, ...(skill === undefined ? [] : [skill.realPath])]
  return skill?.singleFile ? paths : [...paths, dirname(path)]
}

/** A path as typed, with `.` and `..` taken out as text and without a last slash. */
function pathKey(typed: string): string {
  const path = normalize(typed)
  return path.length > 1 ? path.replace(/[\\/]+$/, '') : path
}
