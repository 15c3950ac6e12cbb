import type { Skill, Snapshot } from '@skillet/core'
import { type ChatCommand, chatCommands } from '@skillet/core/menu'
import type { Sentences } from '@skillet/language'
import { cleanLine } from '../../screen/clean.ts'

/** A skill as the menu offers it. All text is cleaned. */
export interface SkillRow {
  readonly kind: 'skill'
  /** Path of the skill's file. */
  readonly id: string
  readonly name: string
  readonly description: string
  /** What a person types: the name, or a qualified form. */
  readonly callableAs: string
  readonly hint: string
  readonly source: string
  readonly skill: Skill
}

export interface CommandRow {
  readonly kind: 'command'
  readonly id: ChatCommand
  readonly name: ChatCommand
  readonly description: string
  readonly hint: string
}

export type MenuRow = SkillRow | CommandRow

/** Everything that the menu can offer. Made once for each snapshot: ranking keeps what it folds of it. */
export interface MenuSource {
  readonly version: number
  readonly skills: readonly SkillRow[]
  /** The same rows and the shadowed ones, named as they are called: `user:pdf`. */
  readonly qualified: readonly SkillRow[]
  readonly commands: readonly CommandRow[]
  /** Entries that wait for trust, and invalid ones. */
  readonly untrusted: number
  readonly invalid: number
  /** Folders that were looked at, as a person would write them. */
  readonly folders: readonly string[]
}

export function menuSource(
  snapshot: Snapshot,
  words: Sentences['menu'],
  shorten: (path: string) => string,
): MenuSource {
  const rows = snapshot.entries.flatMap((entry): (SkillRow & { loaded: boolean })[] => {
    const { skill, state } = entry
    if (skill === undefined || !skill.userInvocable) return []
    if (state !== 'loaded' && state !== 'shadowed') return []
    return [
      {
        kind: 'skill',
        id: entry.path,
        name: cleanLine(skill.name),
        description: cleanLine(skill.description),
        callableAs: cleanLine(entry.callableAs),
        hint: cleanLine(skill.argumentHint ?? ''),
        source: words.scope(entry.scope),
        skill,
        loaded: state === 'loaded',
      },
    ]
  })
  const byName = [...rows].sort((one, other) => compare(one.name, other.name))
  const count = (state: string) => snapshot.entries.filter((entry) => entry.state === state).length
  return {
    version: snapshot.version,
    skills: byName.filter(({ loaded }) => loaded),
    qualified: byName.map((row) => ({ ...row, name: row.callableAs })),
    commands: chatCommands.map((name) => ({
      kind: 'command',
      id: name,
      name,
      ...words.commands[name],
    })),
    untrusted: count('untrusted'),
    invalid: count('invalid'),
    folders: [...new Set(snapshot.roots.map(({ path }) => cleanLine(shorten(path))))],
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
