import type { Entry, Snapshot } from '@skillet/core'
import type { Sentences } from '@skillet/language'
import { cleanLine } from '../../screen/clean.ts'
import type { Chip, Draft } from '../composer/index.ts'

/** What is said of a new snapshot. */
export interface ReloadNews {
  readonly level: 'info' | 'warning'
  readonly message: string
  readonly hint?: string
}

const mostNames = 6

/** What changed from one snapshot to the next, for people: one line a kind. */
export function reloadNews(
  before: Snapshot,
  after: Snapshot,
  { terminal }: Sentences,
): readonly ReloadNews[] {
  const old = new Map(before.entries.map((entry) => [entry.path, entry]))
  const now = new Map(after.entries.map((entry) => [entry.path, entry]))
  const added = after.entries.filter(
    (entry) => isCallable(entry) && !isCallable(old.get(entry.path)),
  )
  const removed = before.entries.filter((entry) => isCallable(entry) && !now.has(entry.path))
  const changed = after.entries.filter((entry) => {
    const known = old.get(entry.path)
    return isCallable(entry) && isCallable(known) && !isSameSkill(known, entry)
  })
  const broken = after.entries.filter(
    (entry) => entry.state === 'invalid' && old.get(entry.path)?.reason !== entry.reason,
  )
  const untrusted = after.entries.filter(
    (entry) => entry.state === 'untrusted' && old.get(entry.path)?.state !== 'untrusted',
  )
  const disabled = after.entries.filter(
    (entry) => entry.state === 'disabled' && isCallable(old.get(entry.path)),
  )
  const line = (entries: readonly Entry[], words: (names: string) => string): ReloadNews[] =>
    entries.length === 0 ? [] : [{ level: 'info', message: words(namesOf(entries, terminal)) }]
  return [
    ...line(added, terminal.reload.added),
    ...line(changed, terminal.reload.changed),
    ...line([...removed, ...disabled], terminal.reload.removed),
    ...line(untrusted, terminal.reload.untrusted),
    ...broken.slice(0, mostNames).map((entry) => brokenNews(entry, terminal)),
  ]
}

function brokenNews(
  { name, reason, remedy, diagnostics }: Entry,
  terminal: Sentences['terminal'],
): ReloadNews {
  const error = diagnostics.find(({ severity }) => severity === 'error')
  const place =
    error?.range === undefined ? '' : ` (${error.range.start.line}:${error.range.start.column})`
  const message = terminal.reload.broken(
    cleanLine(name),
    cleanLine(error?.message ?? reason) + place,
  )
  const hint = error?.hint ?? remedy
  return { level: 'warning', message, ...(hint === undefined ? {} : { hint }) }
}

function namesOf(entries: readonly Entry[], { reload }: Sentences['terminal']): string {
  const names = entries.slice(0, mostNames).map(({ callableAs }) => `/${cleanLine(callableAs)}`)
  const more = entries.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')}, ${reload.more(more)}`
}

function isCallable(entry: Entry | undefined): boolean {
  return entry?.state === 'loaded' || entry?.state === 'shadowed'
}

function isSameSkill(one: Entry | undefined, other: Entry): boolean {
  return JSON.stringify(one?.skill) === JSON.stringify(other.skill)
}

/** A draft whose chip knows what became of its skill; the same draft where nothing did. */
export function draftAfter(
  draft: Draft,
  after: Snapshot,
  isEdited: (path: string) => boolean,
): Draft {
  const { chip } = draft
  if (chip === undefined) return draft
  const entry = after.entries.find(({ path }) => path === chip.path)
  const state = chipState(chip, entry, isEdited)
  return state.kind === chip.state.kind ? draft : { ...draft, chip: { ...chip, state } }
}

function chipState(
  chip: Chip,
  entry: Entry | undefined,
  isEdited: (path: string) => boolean,
): Chip['state'] {
  if (entry === undefined) return { kind: 'gone', reason: 'SKILL.md' }
  if (!isCallable(entry)) return { kind: 'gone', reason: cleanLine(entry.reason) }
  return isEdited(chip.path) || chip.state.kind === 'changed'
    ? { kind: 'changed' }
    : { kind: 'ready' }
}
