import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Diagnostic } from '../diagnostic.ts'
import { addToList, removeFromList } from './edit.ts'
import { compileEnablement, type EnablementSubject } from './enablement.ts'
import { parseSettings, readSettingsFile } from './read.ts'
import { underLock, writeAtomically } from './safe-write.ts'
import type { Settings, SettingsLevel } from './types.ts'

/** Which skill `setEnabled` turns on or off, and where that is written. */
export interface SetEnabledOptions {
  /** As `readSettings` gave them. */
  readonly settings: Settings
  /** Which file is written: `user` counts everywhere, `project` for everybody in this repository. */
  readonly level: SettingsLevel
  readonly skill: EnablementSubject
  readonly enabled: boolean
  /** What is written into the list: the skill's name by default; `scope:name`, a path or a glob. */
  readonly term?: string
  readonly home: string
}

/** What `setEnabled` did to the file. */
export type SetEnabledResult =
  | { readonly kind: 'written' | 'unchanged'; readonly file: string }
  /** The file is broken, and writing would lose what a person typed. Nothing was changed. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }

/**
 * Turns a skill on or off in a settings file. Everything else in the file stays as it is typed.
 *
 * Turning on takes the skill out of `disabled`; only where another rule, such as a glob or the
 * other level, still turns it off does it enter `enabled`.
 *
 * @param options the settings, the skill, on or off, and which file says so
 * @returns whether something was written; `refused` where the file is broken
 * @throws Error where the file cannot be written or another process keeps its lock.
 * @example
 * const skill = { name: 'pdf', scope: 'user', path } as const
 * await setEnabled({ settings, level: 'user', skill, enabled: false, home })
 */
export async function setEnabled(options: SetEnabledOptions): Promise<SetEnabledResult> {
  const { settings, level } = options
  const file = level === 'user' ? settings.userFile : settings.projectFile
  // A project's folder is shared like the rest of it, and not made for the person alone.
  if (level === 'project') mkdirSync(dirname(file), { recursive: true })
  return underLock(file, () => {
    const broken = readSettingsFile(file, level).diagnostics.filter(isError)
    if (broken.length > 0) return { kind: 'refused', diagnostics: broken }
    const before = existsSync(file) ? readFileSync(file, 'utf8') : '{}\n'
    const after = switched(before, file, options)
    if (after === before) return { kind: 'unchanged', file }
    writeAtomically(file, after)
    return { kind: 'written', file }
  })
}

function switched(before: string, file: string, options: SetEnabledOptions): string {
  const { skill, enabled, term = skill.name } = options
  const own = [term, skill.name, `${skill.scope}:${skill.name}`, skill.path]
  const [from, to] = enabled ? ['disabled', 'enabled'] : ['enabled', 'disabled']
  const removed = removeFromList(before, from, own)
  if (isEnabled(removed, file, options) === enabled) return removed
  const named = addToList(removeFromList(removed, to, [term]), to, term)
  if (isEnabled(named, file, options) === enabled) return named
  // A more exact rule than the name, such as `user:name`, stands against it.
  return addToList(removed, to, skill.path)
}

function isEnabled(text: string, file: string, options: SetEnabledOptions): boolean {
  const { settings, level, skill, home } = options
  const checked = parseSettings(text, file, level)
  const changed: Settings = { ...settings, [level]: checked.settings }
  const ruleFor = compileEnablement(changed, { home, projectTrusted: level === 'project' })
  return ruleFor(skill)?.list !== 'disabled'
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}
