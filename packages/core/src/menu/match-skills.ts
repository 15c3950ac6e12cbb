import { normaliseName, slug } from '../names.ts'
import { foldedRanges } from './highlight.ts'
import {
  type Matchable,
  type MatchKind,
  type MenuMatch,
  matchKinds,
  type TextRange,
} from './types.ts'

/** A row's texts, folded once for a whole list. */
interface FoldedRow<S> {
  readonly skill: S
  readonly name: string
  /** The name with hyphens for blanks, as it is typed; the same text where it holds none. */
  readonly slug: string
  readonly description: string
}

/** How a row's folded name is met. */
interface Meeting {
  readonly kind: MatchKind
  /** In the folded name. */
  readonly ranges: readonly TextRange[]
}

/**
 * Ranks skills for the slash menu by their bare names: exact, prefix, word start, substring,
 * scattered letters, then description. Within a kind the order given stays. An empty text gives
 * every skill as it stands. Throws nothing.
 *
 * @param skills what the menu offers
 * @param typed what stands between the slash and the caret
 * @param limit how many rows to give; `Infinity` for all.
 * @returns the rows, best first, with the letters to highlight
 * @example
 * const skills = [{ name: 'pdf', description: '' }, { name: 'git-status', description: '' }]
 * matchSkills(skills, 'gs', 50).map(({ skill }) => skill.name) // → ['git-status']
 */
export function matchSkills<S extends Matchable>(
  skills: readonly S[],
  typed: string,
  limit: number,
): MenuMatch<S>[] {
  const wanted = normaliseName(typed)
  const byKind = new Map(matchKinds.map((kind) => [kind, [] as Found<S>[]]))
  for (const row of foldedRows(skills)) {
    const meeting = meet(row, wanted)
    if (meeting) byKind.get(meeting.kind)?.push({ row, meeting })
  }
  const found = matchKinds.flatMap((kind) => byKind.get(kind) ?? [])
  return found.slice(0, limit).map(({ row, meeting }) => ({
    skill: row.skill,
    score: matchKinds.length - matchKinds.indexOf(meeting.kind),
    kind: meeting.kind,
    ranges: foldedRanges(row.skill.name, row.name, meeting.ranges),
  }))
}

interface Found<S> {
  readonly row: FoldedRow<S>
  readonly meeting: Meeting
}

/**
 * Folding ten thousand names at each keystroke would take most of its time. Kept by a snapshot's list,
 * which never changes, and as long as that.
 */
const folded = new WeakMap<readonly Matchable[], readonly FoldedRow<Matchable>[]>()

function foldedRows<S extends Matchable>(skills: readonly S[]): readonly FoldedRow<S>[] {
  const known = folded.get(skills)
  if (isFor(known, skills)) return known
  const rows = skills.map((skill) => ({
    skill,
    name: normaliseName(skill.name),
    slug: slug(skill.name),
    description: normaliseName(skill.description),
  }))
  folded.set(skills, rows)
  return rows
}

/** Rows made from this very list, also where somebody changed it since. */
function isFor<S extends Matchable>(
  rows: readonly FoldedRow<Matchable>[] | undefined,
  skills: readonly S[],
): rows is readonly FoldedRow<S>[] {
  return rows?.length === skills.length && rows.every((row, at) => row.skill === skills[at])
}

function meet(row: FoldedRow<Matchable>, wanted: string): Meeting | undefined {
  if (wanted === '') return { kind: 'prefix', ranges: [] }
  const name = meetName(row.name, wanted)
  const typeable = row.slug === row.name ? undefined : meetName(row.slug, wanted)
  const best = better(name, typeable && { kind: typeable.kind, ranges: [] })
  if (best) return best
  return row.description.includes(wanted) ? { kind: 'description', ranges: [] } : undefined
}

function better(left: Meeting | undefined, right: Meeting | undefined): Meeting | undefined {
  if (!left || !right) return left ?? right
  return matchKinds.indexOf(right.kind) < matchKinds.indexOf(left.kind) ? right : left
}

function meetName(name: string, wanted: string): Meeting | undefined {
  const first = name.indexOf(wanted)
  if (first < 0) return scattered(name, wanted)
  if (first === 0) {
    return { kind: name.length === wanted.length ? 'exact' : 'prefix', ranges: [span(0, wanted)] }
  }
  for (let at = first; at > 0; at = name.indexOf(wanted, at + 1)) {
    if (startsWord(name, at)) return { kind: 'word-start', ranges: [span(at, wanted)] }
  }
  return { kind: 'substring', ranges: [span(first, wanted)] }
}

function span(start: number, wanted: string): TextRange {
  return { start, end: start + wanted.length }
}

function startsWord(name: string, at: number): boolean {
  return '-_:./ '.includes(name.charAt(at - 1))
}

/** Every letter in order, with others between them. */
function scattered(name: string, wanted: string): Meeting | undefined {
  const ranges: { start: number; end: number }[] = []
  let from = 0
  for (let index = 0; index < wanted.length; index++) {
    const at = name.indexOf(wanted.charAt(index), from)
    if (at < 0) return undefined
    const last = ranges.at(-1)
    if (last?.end === at) last.end = at + 1
    else ranges.push({ start: at, end: at + 1 })
    from = at + 1
  }
  return { kind: 'scattered', ranges }
}
