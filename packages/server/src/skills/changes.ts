import type { Entry, Snapshot } from '@skillet/core'
import { sentences } from '@skillet/language'
import type { LiveEvent } from '../contract/index.ts'
import type { World } from '../types.ts'
import { countStates, entryShape } from './entry.ts'

type SkillsEvent = Extract<LiveEvent, { type: 'skills' }>

/** Tells every page which skills changed, also those that a person edits elsewhere. */
export function watchSkills(world: World): Disposable {
  let known = world.library.snapshot
  return world.library.watch((snapshot) => {
    const before = known
    known = snapshot
    world.hub.publish(changesBetween(before, snapshot, world.language()))
    // How many wait for trust, say, is what a page begins with.
    const [was, is] = [before, snapshot].map(({ entries }) => textOf(countStates(entries)))
    if (was !== is) world.hub.publish({ type: 'session' })
  })
}

/** What became of each skill from one snapshot to the next, and what to tell a person about it. */
function changesBetween(before: Snapshot, after: Snapshot, language: 'en' | 'zh'): SkillsEvent {
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
      ...changed.flatMap((entry) => noteOn(old.get(entry.path), entry, said)),
      ...removed.map(({ path, name }) => ({ path, message: said.removed(name), ok: true })),
    ],
  }
}

/** Whether a page would show it in another way. */
function isOther(before: Entry | undefined, now: Entry): boolean {
  if (before === undefined) return true
  return before !== now && textOf(shownOf(before)) !== textOf(shownOf(now))
}

/** Whether its file says something else: trust, settings and other skills change states too. */
function isSaved(before: Entry | undefined, now: Entry): boolean {
  return before === undefined || textOf(saidBy(before)) !== textOf(saidBy(now))
}

const textOf = (value: unknown) => JSON.stringify(value)

const shownOf = (entry: Entry) => [entryShape(entry), saidBy(entry)]

function saidBy({ skill, diagnostics }: Entry) {
  const { description, argumentHint, tools, allowedTools, model, hooks, metadata } = skill ?? {}
  const { license, compatibility, modelInvocable, userInvocable, extra } = skill ?? {}
  return [
    skill === undefined,
    [description, argumentHint, skill?.arguments, tools, allowedTools, model, hooks, metadata],
    [license, compatibility, modelInvocable, userInvocable, extra],
    diagnostics.flatMap(({ code, message }) => (aboutTheFile(code) ? [[code, message]] : [])),
  ]
}

function aboutTheFile(code: string): boolean {
  return !/^(?:trust|settings|collision|duplicate)\//u.test(code)
}

function noteOn(
  before: Entry | undefined,
  now: Entry,
  said: ReturnType<typeof sentences>['saved'],
): SkillsEvent['notes'] {
  if (!isSaved(before, now)) return []
  const { path, name, state, diagnostics, reason } = now
  if (state === 'invalid') {
    const problem = diagnostics.find(({ severity }) => severity === 'error')?.message ?? reason
    return [{ path, message: said.invalid(name, problem), ok: false }]
  }
  if (state === 'untrusted') return [{ path, message: said.untrusted(name), ok: false }]
  if (state === 'disabled') return [{ path, message: said.disabled(name), ok: true }]
  return [{ path, message: before === undefined ? said.added(name) : said.changed(name), ok: true }]
}
