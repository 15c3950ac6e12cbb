import type { Entry, Snapshot } from '@skillet/core'
import { sentences } from '@skillet/language'
import type { LiveEvent } from '../contract/index.ts'
import type { World } from '../types.ts'
import { entryShape } from './entry.ts'

type SkillsEvent = Extract<LiveEvent, { type: 'skills' }>

/** Tells every page which skills changed, also those that a person edits elsewhere. */
export function watchSkills(world: World): Disposable {
  let known = world.library.snapshot
  return world.library.watch((snapshot) => {
    const event = changesBetween(known, snapshot, world.language())
    known = snapshot
    world.hub.publish(event)
  })
}

/** What became of each skill from one snapshot to the next, and what to tell a person about it. */
export function changesBetween(
  before: Snapshot,
  after: Snapshot,
  language: 'en' | 'zh',
): SkillsEvent {
  const old = new Map(before.entries.map((entry) => [entry.path, entry]))
  const changed = after.entries.filter((entry) => isOther(old.get(entry.path), entry))
  const present = new Set(after.entries.map(({ path }) => path))
  const removed = before.entries.filter(({ path }) => !present.has(path))
  const said = sentences(language).saved
  return {
    type: 'skills',
    version: after.version,
    changed: changed.map(entryShape),
    removed: removed.map(({ path }) => path),
    notes: [
      ...changed.map((entry) => noteOn(old.get(entry.path), entry, said)),
      ...removed.map(({ path, name }) => ({ path, message: said.removed(name), ok: true })),
    ],
  }
}

/** An entry of another snapshot is the same object where nothing about it changed, or equal to it. */
function isOther(before: Entry | undefined, now: Entry): boolean {
  return before !== now && JSON.stringify(before) !== JSON.stringify(now)
}

function noteOn(
  before: Entry | undefined,
  { path, name, state, diagnostics, reason }: Entry,
  said: ReturnType<typeof sentences>['saved'],
): SkillsEvent['notes'][number] {
  if (state === 'invalid') {
    const problem = diagnostics.find(({ severity }) => severity === 'error')?.message ?? reason
    return { path, message: said.invalid(name, problem), ok: false }
  }
  if (state === 'untrusted') return { path, message: said.untrusted(name), ok: false }
  if (state === 'disabled') return { path, message: said.disabled(name), ok: true }
  return { path, message: before === undefined ? said.added(name) : said.changed(name), ok: true }
}
