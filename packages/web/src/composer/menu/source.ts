import {
  chatCommands,
  menuSource,
  type MenuRow as Row,
  type SkillRow as SharedRow,
  type MenuSource as Source,
} from '@skillet/core/menu'
import type { Sentences } from '@skillet/language'
import type { SkillEntry } from '@skillet/server/contract'
import type { SkillsState } from '../../state/index.ts'

/** A skill as the menu offers it. */
export interface SkillRow extends SharedRow {
  readonly entry: SkillEntry
}

export type MenuRow = Row<SkillRow>

/** Everything that the menu can offer. */
export interface MenuSource extends Source<SkillRow> {
  /** Folders that were looked at. */
  readonly folders: readonly string[]
}

export function menuOf(
  skills: Pick<SkillsState, 'entries' | 'roots'> | undefined,
  words: Sentences['menu'],
): MenuSource {
  const commands = chatCommands.map((name) => ({
    kind: 'command' as const,
    id: name,
    name,
    ...words.commands[name],
  }))
  return {
    ...menuSource(skills?.entries ?? [], rowOf, commands),
    folders: [...new Set((skills?.roots ?? []).map(({ path }) => path))],
  }
}

function rowOf(entry: SkillEntry): SkillRow {
  const { path: id, name, description, callableAs } = entry
  return { kind: 'skill', id, name, description, callableAs, entry }
}
