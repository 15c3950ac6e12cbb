import {
  type MenuMatch,
  type MenuToken,
  matchSkills,
  menuTrigger,
  type TextRange,
} from '@skillet/core/menu'
import type { CommandRow, MenuRow, MenuSource, SkillRow } from './source.ts'

/** A row that is offered, with the letters of its name to highlight. */
export interface OfferedRow {
  readonly row: MenuRow
  readonly ranges: readonly TextRange[]
}

/** What the menu shows for a token. */
export interface Offer {
  readonly token: MenuToken
  readonly rows: readonly OfferedRow[]
  /** Of the row that Enter picks unless a person moved; undefined: nothing matches. */
  readonly best: string | undefined
  /** How many more skills match than are listed. */
  readonly more: number
}

/** At most so many hits are listed; the footer counts the others. */
export const mostRows = 50

export interface OfferOptions {
  /** A chip is there, so that no command can be the whole text. */
  readonly withChip: boolean
}

/**
 * What the menu offers for the token before the caret; undefined where none is there. The model and
 * the page ask for the same one several times a key, so the last is kept with the list it came from.
 */
export function offerFor(
  source: MenuSource,
  text: string,
  caret: number,
  { withChip }: OfferOptions,
): Offer | undefined {
  const token = menuTrigger(text, caret)
  if (token === undefined) return undefined
  const known = last.get(source)
  if (known?.withChip === withChip && isSame(known.offer.token, token)) return known.offer
  const offer = rank(source, token, withChip)
  last.set(source, { withChip, offer })
  return offer
}

const last = new WeakMap<MenuSource, { readonly withChip: boolean; readonly offer: Offer }>()

function isSame(one: MenuToken, other: MenuToken): boolean {
  return one.start === other.start && one.end === other.end && one.typed === other.typed
}

function rank(source: MenuSource, token: MenuToken, withChip: boolean): Offer {
  const { typed } = token
  const isQualified = typed.includes(':')
  const commands =
    token.start === 0 && !withChip && !isQualified
      ? matchSkills(source.commands, typed, Number.POSITIVE_INFINITY).filter(meetsWord)
      : []
  const list = isQualified ? source.qualified : source.skills
  const skills = matchSkills(list, typed, Number.POSITIVE_INFINITY)
  const listed = skills.slice(0, mostRows - commands.length)
  const rows = [...commands, ...listed].map(offered)
  return {
    token,
    rows,
    best: rows[isBetter(listed[0], commands[0], typed) ? commands.length : 0]?.row.id,
    more: skills.length - listed.length,
  }
}

/** Letters scattered over a command's name, or its description, are no reason to offer it. */
function meetsWord({ kind }: MenuMatch<CommandRow>): boolean {
  return kind === 'exact' || kind === 'prefix' || kind === 'word-start'
}

/** Commands come first; a skill that is met better is what Enter picks all the same. */
function isBetter(
  skill: MenuMatch<SkillRow> | undefined,
  command: MenuMatch<CommandRow> | undefined,
  typed: string,
): boolean {
  if (skill === undefined || command === undefined) return false
  return typed !== '' && skill.score > command.score
}

function offered({ skill, ranges }: MenuMatch<SkillRow> | MenuMatch<CommandRow>): OfferedRow {
  return { row: skill, ranges }
}

const mostNear = 3

/** Names that begin as a mistyped one does, for "No skill matches". */
export function nearNames({ skills }: MenuSource, typed: string): readonly string[] {
  const half = Math.ceil(typed.length / 2)
  const lengths = [typed.length - 1, typed.length - 2, half, 2, 1]
  for (const length of lengths.filter((one) => one > 0 && one < typed.length)) {
    const found = matchSkills(skills, typed.slice(0, length), mostNear).filter(
      ({ kind }) => kind !== 'description' && kind !== 'scattered',
    )
    if (found.length > 0) return found.map(({ skill }) => skill.entry.callableAs)
  }
  return []
}
