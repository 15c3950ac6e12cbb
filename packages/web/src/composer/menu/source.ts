import { type ChatCommand, chatCommands } from '@skillet/core/menu'
import type { Sentences } from '@skillet/language'
import type { SkillEntry } from '@skillet/server/contract'
import type { SkillsState } from '../../state/index.ts'
import { isCallable } from '../draft/index.ts'

/** A skill as the menu offers it. */
export interface SkillRow {
  readonly kind: 'skill'
  /** Path of the skill's file. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly entry: SkillEntry
}

/** A chat command as the menu offers it. */
export interface CommandRow {
  readonly kind: 'command'
  readonly id: ChatCommand
  readonly name: ChatCommand
  readonly description: string
  readonly hint: string
}

export type MenuRow = SkillRow | CommandRow

/** Everything that the menu can offer. Made once for each list: ranking keeps what it folds of it. */
export interface MenuSource {
  readonly skills: readonly SkillRow[]
  /** The same rows and the shadowed ones, named as they are called: `user:pdf`. */
  readonly qualified: readonly SkillRow[]
  readonly commands: readonly CommandRow[]
  readonly untrusted: number
  readonly invalid: number
  /** Folders that were looked at. */
  readonly folders: readonly string[]
}

export function menuSource(
  skills: Pick<SkillsState, 'entries' | 'roots'> | undefined,
  words: Sentences['menu'],
): MenuSource {
  const entries = skills?.entries ?? []
  const rows = entries
    .filter(isCallable)
    .map((entry): SkillRow => {
      const { path, name, description } = entry
      return { kind: 'skill', id: path, name, description, entry }
    })
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
  const count = (state: SkillEntry['state']) =>
    entries.filter((entry) => entry.state === state).length
  return {
    skills: rows.filter(({ entry }) => entry.state === 'loaded'),
    qualified: rows.map((row) => ({ ...row, name: row.entry.callableAs })),
    commands: chatCommands.map((name) => ({
      kind: 'command',
      id: name,
      name,
      ...words.commands[name],
    })),
    untrusted: count('untrusted'),
    invalid: count('invalid'),
    folders: [...new Set((skills?.roots ?? []).map(({ path }) => path))],
  }
}
