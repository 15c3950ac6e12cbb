import { matchSkills } from './match-skills.ts'
import type { CommandRow, MenuRow, MenuSource, SkillRow } from './source.ts'
import type { MenuMatch, MenuToken, TextRange } from './types.ts'

/** A row that is offered, with the letters of its name to highlight. */
export interface OfferedRow<S extends SkillRow = SkillRow> {
  readonly row: MenuRow<S>
  readonly ranges: readonly TextRange[]
}

/** What a menu offers for a token. */
export interface Offer<S extends SkillRow = SkillRow> {
  readonly token: MenuToken
  /** Commands first, then skills. */
  readonly rows: readonly OfferedRow<S>[]
  /** Identity of the row that Enter picks unless a person moved; undefined: nothing matches. */
  readonly best: string | undefined
  /** How many more skills match than are listed. */
  readonly more: number
}

/** At most so many hits are listed; a footer counts the others. */
export const mostRows = 50

/** What decides, besides the token, what is offered. */
export interface OfferOptions {
  /** A chip is there, so that no command can be the whole text. */
  readonly withChip: boolean
}

/**
 * What a menu offers for a token: at the start of the text commands, and always skills, by
 * `matchSkills`; with a colon in it the qualified names. Model and view ask for the same one several
 * times a key, so the last of a source is kept. Throws nothing.
 *
 * @param source made once for each list of skills
 * @param token as `menuTrigger` gave it
 * @param options whether a skill was picked already
 * @returns at most fifty rows, best first, and how many more match
 * @example
 * const row = { kind: 'skill', id: '/s/pdf', name: 'pdf', description: '', callableAs: 'pdf' } as const
 * const source = { skills: [row], qualified: [row], commands: [], untrusted: 0, invalid: 0 }
 * offerFor(source, { start: 0, end: 3, typed: 'pd' }, { withChip: false }).best // → '/s/pdf'
 */
export function offerFor<S extends SkillRow>(
  source: MenuSource<S>,
  token: MenuToken,
  { withChip }: OfferOptions,
): Offer<S> {
  const known = kept.get(source)
  if (isOf(known, source) && known.withChip === withChip && isSame(known.offer.token, token)) {
    return known.offer
  }
  const offer = rank(source, token, withChip)
  kept.set(source, { source, withChip, offer })
  return offer
}

interface Kept<S extends SkillRow> {
  readonly source: MenuSource<S>
  readonly withChip: boolean
  readonly offer: Offer<S>
}

const kept = new WeakMap<MenuSource, Kept<SkillRow>>()

function isOf<S extends SkillRow>(
  known: Kept<SkillRow> | undefined,
  source: MenuSource<S>,
): known is Kept<S> {
  return known?.source === source
}

function isSame(one: MenuToken, other: MenuToken): boolean {
  return one.start === other.start && one.end === other.end && one.typed === other.typed
}

function rank<S extends SkillRow>(
  source: MenuSource<S>,
  token: MenuToken,
  withChip: boolean,
): Offer<S> {
  const { typed } = token
  const isQualified = typed.includes(':')
  const commands =
    token.start === 0 && !withChip && !isQualified
      ? matchSkills(source.commands, typed, Number.POSITIVE_INFINITY).filter(meetsWord)
      : []
  const list = isQualified ? source.qualified : source.skills
  const skills = matchSkills(list, typed, Number.POSITIVE_INFINITY)
  const listed = skills.slice(0, mostRows - commands.length)
  const rows = [...commands.map(offered), ...listed.map(offered)]
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

function offered<R>({ skill, ranges }: MenuMatch<R>) {
  return { row: skill, ranges }
}

const mostNear = 3

/**
 * Names that begin as a mistyped one does, for "No skill matches". Throws nothing.
 *
 * @param source of the menu that is open
 * @param typed what stands behind the slash
 * @returns at most three, as they are called
 * @example
 * const row = { kind: 'skill', id: '/s/review', name: 'review', description: '', callableAs: 'review' } as const
 * nearNames({ skills: [row] }, 'revue') // → ['review']
 */
export function nearNames(
  { skills }: Pick<MenuSource, 'skills'>,
  typed: string,
): readonly string[] {
  const half = Math.ceil(typed.length / 2)
  const lengths = [typed.length - 1, typed.length - 2, half, 2, 1]
  for (const length of lengths.filter((one) => one > 0 && one < typed.length)) {
    const found = matchSkills(skills, typed.slice(0, length), mostNear).filter(
      ({ kind }) => kind !== 'description' && kind !== 'scattered',
    )
    if (found.length > 0) return found.map(({ skill }) => skill.callableAs)
  }
  return []
}
