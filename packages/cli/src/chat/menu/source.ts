import type { Skill, Snapshot } from '@skillet/core'
import {
  chatCommands,
  type MenuPlace,
  menuSource,
  type SkillRow as SharedRow,
  type MenuSource as Source,
} from '@skillet/core/menu'
import type { Sentences } from '@skillet/language'
import { cleanLine } from '../../screen/clean.ts'
import type { Draft } from '../composer/index.ts'

/** A skill as the menu offers it. All text is cleaned. */
export interface SkillRow extends SharedRow {
  readonly hint: string
  readonly source: string
  readonly skill: Skill
}

/** Everything that the menu can offer. */
export interface MenuSource extends Source<SkillRow> {
  readonly version: number
  /** Folders that were looked at, as a person would write them. */
  readonly folders: readonly string[]
}

export function menuOf(
  { entries, roots, version }: Snapshot,
  words: Sentences['menu'],
  shorten: (path: string) => string,
): MenuSource {
  const candidates = entries.map((entry) => ({
    entry,
    state: entry.state,
    userInvocable: entry.skill?.userInvocable ?? false,
  }))
  const commands = chatCommands.map((name) => ({
    kind: 'command' as const,
    id: name,
    name,
    ...words.commands[name],
  }))
  return {
    ...menuSource(candidates, ({ entry }) => rowOf(entry, words), commands),
    version,
    folders: [...new Set(roots.map(({ path }) => cleanLine(shorten(path))))],
  }
}

function rowOf(
  { skill, path, callableAs, scope }: Snapshot['entries'][number],
  words: Sentences['menu'],
): SkillRow | undefined {
  if (skill === undefined) return undefined
  return {
    kind: 'skill',
    id: path,
    name: cleanLine(skill.name),
    description: cleanLine(skill.description),
    callableAs: cleanLine(callableAs),
    hint: cleanLine(skill.argumentHint ?? ''),
    source: words.scope(scope),
    skill,
  }
}

/** What the menu looks at. */
export function placeOf({ text: { text, caret }, focus, chip }: Draft): MenuPlace {
  return { text, caret: focus === 'text' ? caret : undefined, withChip: chip !== undefined }
}
