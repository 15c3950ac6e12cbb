import { dirname } from 'node:path'
import { expandPath, isInside } from '../discovery/index.ts'
import { normaliseName } from '../names.ts'
import type { SkillScope } from '../skill.ts'
import { hasWildcard, matchesWildcard } from '../wildcard.ts'
import type { Settings, SettingsFile, SettingsLevel } from './types.ts'

/** What a rule is compared with. */
export interface EnablementSubject {
  readonly name: string
  readonly scope: SkillScope
  /** Absolute path of the Markdown file. */
  readonly path: string
}

/** A line of `disabled` or `enabled` in a settings file. */
export interface EnablementRule {
  readonly text: string
  readonly list: 'disabled' | 'enabled'
  readonly level: SettingsLevel
  readonly file: string
  /** From 1; absent where the settings were not read from a file. */
  readonly line?: number
}

export interface EnablementOptions {
  readonly home: string
  /** A project's rules count only where the project is trusted. */
  readonly projectTrusted: boolean
}

/**
 * Gives the rule that decides whether a skill is on, or nothing where no rule speaks of it.
 *
 * The project's rules prevail over the user's. Within one file the more exact rule does: a skill's
 * own path or `scope:name`, then its name, then a glob or a folder, where the one with more
 * letters wins; among equals `disabled`.
 *
 * @example
 * const ruleFor = compileEnablement(settings, { home, projectTrusted: false })
 * const on = ruleFor({ name: 'pdf', scope: 'user', path })?.list !== 'disabled'
 */
export function compileEnablement(
  settings: Settings,
  { home, projectTrusted }: EnablementOptions,
): (subject: EnablementSubject) => EnablementRule | undefined {
  const levels: SettingsLevel[] = projectTrusted ? ['project', 'user'] : ['user']
  const groups = levels.map((level) => compileLevel(settings, level, home))
  if (groups.every((group) => group.length === 0)) return () => undefined
  return (subject) => {
    const folded = foldSubject(subject)
    for (const group of groups) {
      const rule = mostExact(group, folded)
      if (rule !== undefined) return rule
    }
    return undefined
  }
}

/** A glob in a list of a settings file, and the other list, whose rules may count instead. */
export interface GlobRule {
  readonly level: SettingsLevel
  readonly pattern: string
  readonly against: EnablementRule['list']
}

/**
 * Rules of the other list that take names out of what a glob says: of a level that prevails, and
 * more exact ones of its own. Paths are not looked at, since a glob of names says nothing of them.
 */
export function rulesAgainstGlob(
  settings: Settings,
  { level, pattern, against }: GlobRule,
  { home, projectTrusted }: EnablementOptions,
): readonly EnablementRule[] {
  const glob = normaliseName(pattern)
  const ofLevel = (one: SettingsLevel) =>
    compileLevel(settings, one, home).filter(
      ({ rule }) => rule.list === against && !isPathRule(rule.text),
    )
  const own = ofLevel(level).filter(({ rule }) => isMoreExact(rule, glob))
  if (level === 'project' || !projectTrusted) return own.map(({ rule }) => rule)
  const stronger = ofLevel('project').filter(({ rule }) => {
    const text = normaliseName(rule.text)
    return matchesWildcard(glob, bareName(text)) || matchesWildcard(text, glob)
  })
  return [...stronger, ...own].map(({ rule }) => rule)
}

function isMoreExact({ text, list }: EnablementRule, glob: string): boolean {
  const folded = normaliseName(text)
  if (!matchesWildcard(glob, folded) && !matchesWildcard(glob, bareName(folded))) return false
  if (!hasWildcard(folded)) return true
  return folded.length > glob.length || (folded.length === glob.length && list === 'disabled')
}

/** Without `scope:`, which a glob need not name. */
function bareName(name: string): string {
  return name.replace(/^(?:explicit|project|user|builtin):/, '')
}

interface CompiledRule {
  readonly rule: EnablementRule
  /** How exactly it fits, more is more exact; 0 where it does not. */
  readonly fit: (subject: FoldedSubject) => number
}

interface FoldedSubject {
  readonly names: readonly [name: string, qualified: string]
  readonly path: string
  readonly directory: string
}

function foldSubject({ name, scope, path }: EnablementSubject): FoldedSubject {
  const folded = normaliseName(name)
  return { names: [folded, `${scope}:${folded}`], path, directory: dirname(path) }
}

function compileLevel(settings: Settings, level: SettingsLevel, home: string): CompiledRule[] {
  const contents: SettingsFile = settings[level]
  const file = level === 'user' ? settings.userFile : settings.projectFile
  return (['disabled', 'enabled'] as const).flatMap((list) =>
    (contents[list] ?? []).map((text, index) => {
      const line = settings.ranges?.[level][`${list}/${index}`]?.start.line
      const rule = { text, list, level, file, ...(line === undefined ? {} : { line }) }
      return { rule, fit: compileRule(text, { home, base: dirname(file) }) }
    }),
  )
}

const exact = 30_000
const byName = 20_000
const byPattern = 10_000

function compileRule(
  text: string,
  { home, base }: { readonly home: string; readonly base: string },
): CompiledRule['fit'] {
  const length = Math.min(text.length, byPattern - 1)
  if (isPathRule(text)) {
    const path = expandPath(text, base, home)
    if (hasWildcard(path)) {
      return (subject) => (matchesWildcard(path, subject.path) ? byPattern + length : 0)
    }
    return (subject) => {
      if (subject.path === path || subject.directory === path) return exact
      return isInside(subject.path, path) ? byPattern + length : 0
    }
  }
  const wanted = normaliseName(text)
  if (hasWildcard(wanted)) {
    return ({ names }) =>
      names.some((name) => matchesWildcard(wanted, name)) ? byPattern + length : 0
  }
  return ({ names: [name, qualified] }) => {
    if (wanted === qualified) return exact
    return wanted === name ? byName : 0
  }
}

/** Names may hold slashes, so only these beginnings make a path. */
function isPathRule(text: string): boolean {
  return /^(?:~|\$HOME|\$\{HOME\}|\.{1,2})(?:$|[\\/])|^[\\/]|^[A-Za-z]:[\\/]/.test(text)
}

function mostExact(
  group: readonly CompiledRule[],
  subject: FoldedSubject,
): EnablementRule | undefined {
  let best: EnablementRule | undefined
  let bestFit = 0
  for (const { rule, fit } of group) {
    const value = fit(subject)
    // `disabled` comes first in a group, so it prevails among equals.
    if (value > bestFit) {
      best = rule
      bestFit = value
    }
  }
  return best
}
