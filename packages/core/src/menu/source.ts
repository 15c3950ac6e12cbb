import type { SkillState } from '../skill.ts'
import type { ChatCommand } from './commands.ts'
import type { Matchable } from './types.ts'

/** A skill as a menu offers it. A surface adds what it draws besides. */
export interface SkillRow extends Matchable {
  readonly kind: 'skill'
  /** Path of the skill's file: which skill it is, whatever it is called later. */
  readonly id: string
  /** What a person types behind the slash: the name, or a qualified form. */
  readonly callableAs: string
}

/** A chat command as a menu offers it. */
export interface CommandRow extends Matchable {
  readonly kind: 'command'
  readonly id: ChatCommand
  readonly name: ChatCommand
  /** What may stand behind it; `""` where it takes nothing. */
  readonly hint: string
}

/** What a menu offers. */
export type MenuRow<S extends SkillRow = SkillRow> = S | CommandRow

/** Everything that a menu can offer. Made once for each list: ranking keeps what it folds of it. */
export interface MenuSource<S extends SkillRow = SkillRow> {
  readonly skills: readonly S[]
  /** The same rows and the shadowed ones, named as they are called: `user:pdf`. */
  readonly qualified: readonly S[]
  readonly commands: readonly CommandRow[]
  /** Entries that wait for trust. */
  readonly untrusted: number
  readonly invalid: number
}

/** What of an entry decides whether a menu offers it. */
export interface MenuEntry {
  readonly state: SkillState
  readonly userInvocable: boolean
}

/**
 * Whether a person can call a skill: by its name, or by its qualified one where another skill has
 * the name. Throws nothing.
 *
 * @param entry a skill as it was found
 * @returns whether a menu offers it
 * @example
 * isOffered({ state: 'shadowed', userInvocable: true }) // → true
 */
export function isOffered({ state, userInvocable }: MenuEntry): boolean {
  return userInvocable && (state === 'loaded' || state === 'shadowed')
}

/**
 * Collects what a menu can offer, by name. Throws nothing.
 *
 * @param entries every file that was found, whatever became of it
 * @param rowOf what a surface shows of an entry that is offered; undefined leaves it out
 * @param commands in the order in which they are shown
 * @returns what `offerFor` and `openMenu` choose from
 * @example
 * const entries = [{ state: 'loaded', userInvocable: true, path: '/s/pdf/SKILL.md', name: 'pdf' }] as const
 * const source = menuSource(
 *   entries,
 *   ({ path, name }) => ({ kind: 'skill', id: path, name, description: '', callableAs: name }),
 *   [],
 * )
 * source.skills.map(({ name }) => name) // → ['pdf']
 */
export function menuSource<E extends MenuEntry, S extends SkillRow>(
  entries: readonly E[],
  rowOf: (entry: E) => S | undefined,
  commands: readonly CommandRow[],
): MenuSource<S> {
  const offered = entries
    .filter(isOffered)
    .flatMap((entry) => {
      const row = rowOf(entry)
      return row === undefined ? [] : [{ row, state: entry.state }]
    })
    .sort((one, other) => compare(one.row.name, other.row.name))
  const count = (state: SkillState) => entries.filter((entry) => entry.state === state).length
  return {
    skills: offered.flatMap(({ row, state }) => (state === 'loaded' ? [row] : [])),
    qualified: offered.map(({ row }) => ({ ...row, name: row.callableAs })),
    commands,
    untrusted: count('untrusted'),
    invalid: count('invalid'),
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/**
 * What is typed behind the slash for a row: a qualified form where the name alone is another skill.
 * Throws nothing.
 *
 * @param row of a menu
 * @returns without its slash
 * @example
 * calledAs({ kind: 'command', id: 'help', name: 'help', description: '', hint: '' }) // → 'help'
 */
export function calledAs(row: MenuRow): string {
  return row.kind === 'skill' ? row.callableAs : row.name
}
