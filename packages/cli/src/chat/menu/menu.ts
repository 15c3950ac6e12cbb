import {
  type MenuMatch,
  type MenuToken,
  matchSkills,
  menuTrigger,
  type TextRange,
} from '@skillet/core/menu'
import type { Draft } from '../composer/index.ts'
import type { CommandRow, MenuRow, MenuSource, SkillRow } from './source.ts'

/** What a person did to the menu, apart from typing. */
export interface MenuChoice {
  /** Identity of the highlighted row. Absent: the best one. */
  readonly highlight?: string
  /** The token that Escape closed the menu for. */
  readonly closed?: Pick<MenuToken, 'start' | 'typed'>
  /** A slash at this place came out of a paste: no menu opens for it. */
  readonly pasted?: number
}

/** A row that is offered, with the letters of its name to highlight. */
export interface OfferedRow {
  readonly row: MenuRow
  readonly ranges: readonly TextRange[]
}

export interface OpenMenu {
  readonly token: MenuToken
  readonly rows: readonly OfferedRow[]
  /** Index into `rows`; -1 where there are none. */
  readonly highlight: number
  /** How many more skills match than are listed. */
  readonly more: number
}

/** At most so many hits are listed; the footer counts the others. */
export const mostRows = 50

/** The menu for what stands before the caret; `undefined` where none is open. */
export function openMenu(
  source: MenuSource,
  draft: Draft,
  { highlight, closed, pasted }: MenuChoice,
): OpenMenu | undefined {
  if (draft.focus !== 'text') return undefined
  const { text, caret } = draft.text
  const token = menuTrigger(text, caret)
  if (token === undefined || token.start === pasted) return undefined
  if (closed?.start === token.start && closed.typed === token.typed) return undefined
  const { rows, more, best } = ranked(source, draft, token)
  const found = rows.findIndex(({ row }) => row.id === highlight)
  return { token, rows, more, highlight: found < 0 ? best : found }
}

interface Ranking {
  readonly rows: readonly OfferedRow[]
  readonly more: number
  /** Index of the best row; -1 where there is none. */
  readonly best: number
}

/** Drawing and keys ask for the same ranking: the last one is kept, by the draft it was made for. */
const kept = new WeakMap<Draft, { readonly source: MenuSource; readonly ranking: Ranking }>()

function ranked(source: MenuSource, draft: Draft, token: MenuToken): Ranking {
  const known = kept.get(draft)
  if (known?.source === source) return known.ranking
  const ranking = rank(source, draft, token)
  kept.set(draft, { source, ranking })
  return ranking
}

function rank(source: MenuSource, draft: Draft, { start, typed }: MenuToken): Ranking {
  const commands =
    start === 0 && draft.chip === undefined && !typed.includes(':')
      ? matchSkills(source.commands, typed, Number.POSITIVE_INFINITY).filter(startsWord)
      : []
  const list = typed.includes(':') ? source.qualified : source.skills
  const skills = matchSkills(list, typed, Number.POSITIVE_INFINITY)
  const listed = skills.slice(0, Math.max(0, mostRows - commands.length))
  const rows = [...commands.map(offered), ...listed.map(offered)]
  // Commands come first; a skill that is met better is the best all the same.
  const [command] = commands
  const [skill] = listed
  const skillIsBetter =
    command !== undefined && skill !== undefined && skill.score > command.score && typed !== ''
  return {
    rows,
    more: skills.length - listed.length,
    best: rows.length === 0 ? -1 : skillIsBetter ? commands.length : 0,
  }
}

/** Letters scattered over a command's name, or its description, are no reason to offer it. */
function startsWord({ kind }: MenuMatch<CommandRow>): boolean {
  return kind === 'exact' || kind === 'prefix' || kind === 'word-start'
}

function offered({ skill, ranges }: MenuMatch<SkillRow> | MenuMatch<CommandRow>): OfferedRow {
  return { row: skill, ranges }
}

/** Where the highlight goes. One row up from the first is the last, and back. */
export function moveHighlight(
  menu: OpenMenu,
  to: 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last',
  page: number,
): string | undefined {
  const last = menu.rows.length - 1
  if (last < 0) return undefined
  const at = menu.highlight
  const index = {
    up: at <= 0 ? last : at - 1,
    down: at >= last ? 0 : at + 1,
    'page-up': at === 0 ? last : Math.max(0, at - page),
    'page-down': at === last ? 0 : Math.min(last, at + page),
    first: 0,
    last,
  }[to]
  return menu.rows[index]?.row.id
}
