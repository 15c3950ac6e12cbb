import { dirname, resolve } from 'node:path'
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
    const path = resolve(
      base,
      text.replace(/^(?:~|\$HOME)(?=$|[\\/])/, () => home),
    )
    if (hasWildcard(path)) {
      return (subject) => (matchesWildcard(path, subject.path) ? byPattern + length : 0)
    }
    return (subject) => {
      if (subject.path === path || subject.directory === path) return exact
      return isBelow(subject.path, path) ? byPattern + length : 0
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
  return /^(?:~|\$HOME|\.{1,2})(?:$|[\\/])|^[\\/]|^[A-Za-z]:[\\/]/.test(text)
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && /[\\/]/.test(path.charAt(folder.length))
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
