import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Diagnostic } from '../diagnostic.ts'
import { normaliseName } from '../names.ts'
import { matchesWildcard } from '../wildcard.ts'
import { settingBounds } from './bounds.ts'
import { addToList, lengthOfList, removeFromList } from './edit.ts'
import {
  compileEnablement,
  type EnablementRule,
  type EnablementSubject,
  rulesAgainstGlob,
} from './enablement.ts'
import { linkOutOf } from './project-file.ts'
import { parseSettings, readText, tooLarge } from './read.ts'
import { underLock, writeAtomically } from './safe-write.ts'
import type { Settings, SettingsLevel } from './types.ts'

const { longestPattern, mostEntries } = settingBounds

/** What `setEnabled` turns on or off: one skill, or all whose names fit a pattern. */
export type EnablementTarget =
  | {
      readonly kind: 'skill'
      readonly skill: EnablementSubject
      /** What is written into the list: the skill's name by default; `scope:name` or a path. */
      readonly term?: string
    }
  /** Also counts for skills that are not there yet. `*` and `?` are its wildcards. */
  | { readonly kind: 'glob'; readonly pattern: string }

/** Which skill `setEnabled` turns on or off, and where that is written. */
export interface SetEnabledOptions {
  /** As `readSettings` gave them. */
  readonly settings: Settings
  /** Which file is written: `user` counts everywhere, `project` for everybody in this repository. */
  readonly level: SettingsLevel
  readonly target: EnablementTarget
  readonly enabled: boolean
  readonly home: string
  /** Whether the project's rules count, which then prevail over the user's. Default: no. */
  readonly projectTrusted?: boolean
}

/** What `setEnabled` did to the file. */
export type SetEnabledResult =
  | {
      readonly kind: 'written' | 'unchanged'
      readonly file: string
      /**
       * A rule that still says the opposite and counts more: of the trusted project over the
       * user's, or a more exact one. For a glob, the first that takes skills out of it.
       */
      readonly prevails?: EnablementRule
    }
  /** The file is broken, full, leads out of the repository, or cannot hold the pattern. Nothing was changed. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }

/**
 * Turns a skill, or all that fit a pattern, on or off in a settings file. Everything else in the
 * file stays as it is typed.
 *
 * Turning on takes the skill out of `disabled`; only where another rule, such as a glob or the
 * other level, still turns it off does it enter `enabled`.
 *
 * @param options the settings, the skill, on or off, and which file says so
 * @returns whether something was written, and the rule that prevails over it where one does;
 * `refused` where the file is broken or a project's leads out of the repository
 * @throws Error where the file cannot be written or another process keeps its lock.
 * @example
 * const target = { kind: 'skill', skill: { name: 'pdf', scope: 'user', path } } as const
 * await setEnabled({ settings, level: 'user', target, enabled: false, home })
 */
export async function setEnabled(options: SetEnabledOptions): Promise<SetEnabledResult> {
  const { settings, level, target } = options
  const file = level === 'user' ? settings.userFile : settings.projectFile
  const refused = whyNot(file, options)
  if (refused !== undefined) return { kind: 'refused', diagnostics: [refused] }
  // A project's folder is shared like the rest of it, and not made for the person alone.
  if (level === 'project') mkdirSync(dirname(file), { recursive: true })
  return underLock(file, (): SetEnabledResult => {
    const read = readText(file)
    if (read.kind === 'unreadable') return { kind: 'refused', diagnostics: [read.diagnostic] }
    const before = read.kind === 'absent' ? '{}\n' : read.text
    const broken = parseSettings(before, file, level).diagnostics.filter(isError)
    if (broken.length > 0) return { kind: 'refused', diagnostics: broken }
    const after =
      target.kind === 'glob'
        ? switchedGlob(before, file, target.pattern, options)
        : switchedSkill(before, file, target, options)
    const { to } = listsFor(options)
    const length = lengthOfList(after, to)
    if (length > mostEntries && length > lengthOfList(before, to)) {
      return { kind: 'refused', diagnostics: [full(file, to)] }
    }
    const refusal = after === before ? undefined : tooLarge(file, after)
    if (refusal !== undefined) return { kind: 'refused', diagnostics: [refusal] }
    if (after !== before) writeAtomically(file, after)
    const prevails = prevailing(after, file, options)
    return {
      kind: after === before ? 'unchanged' : 'written',
      file,
      ...(prevails === undefined ? {} : { prevails }),
    }
  })
}

/** What stands against writing at all, before anything is made on the disk. */
function whyNot(file: string, { level, target }: SetEnabledOptions): Diagnostic | undefined {
  const written = target.kind === 'glob' ? target.pattern : (target.term ?? target.skill.name)
  if (written.trim() === '' || written.length > longestPattern) {
    return {
      code: 'settings/invalid',
      severity: 'error',
      message: `A name, glob or path in the settings has 1 to ${longestPattern} characters, and this one has ${written.trim().length}.`,
      file,
      hint: 'Write a shorter one, such as a glob or the path of a folder.',
    }
  }
  return level === 'project' ? linkOutOf(dirname(dirname(file)), file) : undefined
}

/** One entry more would not count, or would make the whole file count for nothing. */
function full(file: string, list: string): Diagnostic {
  return {
    code: 'settings/invalid',
    severity: 'error',
    message: `The list \`${list}\` is full: at most ${mostEntries} entries count.`,
    file,
    hint: 'Replace entries by one with `*`, or take out those that you need no more.',
  }
}

function switchedSkill(
  before: string,
  file: string,
  { skill, term = skill.name }: EnablementTarget & { readonly kind: 'skill' },
  options: SetEnabledOptions,
): string {
  const own = [term, skill.name, `${skill.scope}:${skill.name}`, skill.path]
  const { from, to } = listsFor(options)
  const isDone = (text: string): boolean => {
    const { settings, level, home, enabled } = options
    const changed: Settings = { ...settings, [level]: parseSettings(text, file, level).settings }
    const ruleFor = compileEnablement(changed, { home, projectTrusted: level === 'project' })
    return (ruleFor(skill)?.list !== 'disabled') === enabled
  }
  const removed = removeFromList(before, from, own)
  if (isDone(removed)) return removed
  const named = addToList(removeFromList(removed, to, [term]), to, term)
  if (isDone(named)) return named
  // A more exact rule than the name, such as `user:name`, stands against it.
  return addToList(removed, to, skill.path)
}

/** A glob enters `enabled` only where a wider one turns off what it stands for. */
function switchedGlob(
  before: string,
  file: string,
  pattern: string,
  options: SetEnabledOptions,
): string {
  const { level, enabled, settings } = options
  const { from, to } = listsFor(options)
  const removed = removeFromList(before, from, [pattern])
  const own = parseSettings(removed, file, level).settings
  if (own[to]?.includes(pattern)) return removed
  const wider = [...(own[from] ?? []), ...(level === 'project' ? (settings.user[from] ?? []) : [])]
  const isCovered = wider.some((text) =>
    matchesWildcard(normaliseName(text), normaliseName(pattern)),
  )
  return !enabled || isCovered ? addToList(removed, to, pattern) : removed
}

function listsFor({ enabled }: SetEnabledOptions) {
  return enabled
    ? ({ from: 'disabled', to: 'enabled' } as const)
    : ({ from: 'enabled', to: 'disabled' } as const)
}

/** The rule that counts instead of what was just written. */
function prevailing(
  text: string,
  file: string,
  options: SetEnabledOptions,
): EnablementRule | undefined {
  const { settings, level, target, home, projectTrusted = false } = options
  const { settings: contents, ranges } = parseSettings(text, file, level)
  const places = { user: {}, project: {}, ...settings.ranges, [level]: ranges }
  const now: Settings = { ...settings, [level]: contents, ranges: places }
  const { from } = listsFor(options)
  const trusted = projectTrusted || level === 'project'
  if (target.kind === 'glob') {
    const glob = { level, pattern: target.pattern, against: from } as const
    return rulesAgainstGlob(now, glob, { home, projectTrusted: trusted })[0]
  }
  const rule = compileEnablement(now, { home, projectTrusted: trusted })(target.skill)
  return rule?.list === from ? rule : undefined
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}
