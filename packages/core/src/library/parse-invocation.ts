import { isChatCommand } from '../menu/index.ts'
import type { Skill, SkillState } from '../skill.ts'
import { lookUp } from './look-up.ts'
import type { Entry, Snapshot } from './types.ts'

/** What a message that starts with `/` asks for. Anything else is plain text. */
export type Invocation =
  | {
      readonly kind: 'skill'
      /** As typed, without the slash. */
      readonly name: string
      readonly skill: Skill
      readonly entry: Entry
      /** Raw text after the name, outer blanks trimmed. */
      readonly arguments: string
    }
  | { readonly kind: 'command'; readonly name: string; readonly arguments: string }
  | {
      /** Known, but not callable by people now: nothing is sent and the draft stays. */
      readonly kind: 'blocked'
      readonly name: string
      readonly entry: Entry
      /** `not-for-people`: the skill is loaded and says `user-invocable: false`. */
      readonly state: SkillState | 'not-for-people'
      readonly reason: string
      readonly remedy?: string
      readonly arguments: string
    }
  | {
      /** Unknown, but close to these; sending the message again sends it as text. */
      readonly kind: 'near'
      readonly name: string
      readonly near: readonly string[]
      readonly arguments: string
    }

/**
 * Reads a message that starts with `/name`. Throws nothing.
 *
 * @param text the whole message, as typed
 * @param snapshot what names are looked up in
 * @returns what it asks for; undefined where it is plain text: paths such as `/usr/bin/env`,
 * comments, or a word that is close to no skill
 * @example
 * const asked = parseInvocation('/review src/a.ts', library.snapshot)
 * if (asked?.kind === 'skill') console.log(asked.skill.name, asked.arguments)
 * if (asked?.kind === 'blocked') console.log(asked.reason, asked.remedy)
 */
export function parseInvocation(text: string, snapshot: Snapshot): Invocation | undefined {
  const name = /^\/([^\s/]\S*)/.exec(text)?.[1]
  if (name === undefined) return undefined
  const rest = text.slice(name.length + 1).trim()
  if (isChatCommand(name)) return { kind: 'command', name: name.toLowerCase(), arguments: rest }
  const found = lookUp(snapshot, name)
  if (found.skill) return callable(name, found.skill, found.entry, rest)
  if (found.entry) return blocked(name, found.entry, rest)
  if (found.near.length === 0 || looksLikePath(name)) return undefined
  return { kind: 'near', name, near: found.near, arguments: rest }
}

function callable(name: string, skill: Skill, entry: Entry, rest: string): Invocation {
  if (skill.userInvocable) return { kind: 'skill', name, skill, entry, arguments: rest }
  return {
    kind: 'blocked',
    name,
    entry,
    state: 'not-for-people',
    reason: `The skill "${skill.name}" says user-invocable: false, so only the model may call it.`,
    remedy: `Describe the task in words, or set user-invocable: true in ${skill.location}.`,
    arguments: rest,
  }
}

function blocked(name: string, entry: Entry, rest: string): Invocation {
  const { state, reason, remedy } = entry
  const told = remedy === undefined ? { reason } : { reason, remedy }
  return { kind: 'blocked', name, entry, state, ...told, arguments: rest }
}

/** Folders at the top of a file system, which people name far more often than a mistyped skill. */
const topFolders = new Set(
  'applications bin boot dev etc home lib lib64 library mnt opt private proc root run sbin srv sys system tmp users usr var volumes'.split(
    ' ',
  ),
)

function looksLikePath(name: string): boolean {
  return name.includes('/') || topFolders.has(name.toLowerCase())
}
