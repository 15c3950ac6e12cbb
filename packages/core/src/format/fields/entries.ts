import type { Report } from '../report.ts'
import {
  type Block,
  isNull,
  type ReadBlock,
  type RescuedBlock,
  readBlocks,
  rescueBlock,
  type YamlNode,
  type YamlProblem,
} from '../yaml/index.ts'
import { isReadFromLine, isText, type KnownField, knownField } from './known.ts'
import { quoted } from './quote.ts'

/** One top-level field as read or recovered. */
export interface FieldEntry {
  /** As typed. */
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: YamlNode
}

/** The frontmatter's fields; of a repeated one the last that says something. */
export interface FieldEntries {
  readonly text: string
  readonly known: Readonly<KnownEntries>
  /** In the order in which their keys first stand. */
  readonly unknown: readonly FieldEntry[]
}

/** Every field has its place from the start: thousands of these records have one shape. */
export type KnownEntries = Record<KnownField, FieldEntry | undefined>

function noEntries(): KnownEntries {
  return {
    name: undefined,
    description: undefined,
    license: undefined,
    compatibility: undefined,
    metadata: undefined,
    'allowed-tools': undefined,
    tools: undefined,
    model: undefined,
    arguments: undefined,
    'argument-hint': undefined,
    hooks: undefined,
    'disable-model-invocation': undefined,
    'user-invocable': undefined,
  }
}

export function collectEntries(text: string, report: Report): FieldEntries {
  const known = noEntries()
  const unknown: FieldEntry[] = []
  const { blocks, leftOut } = readBlocks(text, (key) => knownField(key) !== undefined)
  const borrowed = reportBorrowed(text, blocks, report)
  for (const { block, pairs, problem } of blocks) {
    if (borrowed.has(block)) continue
    const entries =
      problem === undefined
        ? pairs.map((pair) => withoutLostText(text, block, pair, report))
        : recover(text, block, problem, report)
    for (const entry of entries) {
      const field = knownField(entry.key)
      if (field !== undefined) known[field] = latest(known[field], entry, report)
      else {
        const present = unknown.findIndex(({ key }) => key === entry.key)
        if (present === -1) unknown.push(entry)
        else unknown[present] = latest(unknown[present], entry, report)
      }
    }
  }
  reportLeftOut(text, leftOut, report)
  return { text, known, unknown }
}

const mostNamed = 5

/**
 * Fields that hold values of others through aliases, said at once: in a frontmatter that is written
 * like this (or made to blow up), all of them do.
 */
function reportBorrowed(
  text: string,
  blocks: readonly ReadBlock[],
  report: Report,
): ReadonlySet<Block> {
  const borrowed = blocks.flatMap(({ block, problem }) => {
    const rescued = problem?.otherField === undefined ? undefined : rescueBlock(text, block)
    if (problem === undefined || rescued === undefined) return []
    const field = knownField(rescued.key)
    return field !== undefined && isReadFromLine(field) ? [] : [{ block, problem, rescued }]
  })
  const [first] = borrowed
  if (first === undefined || borrowed.length === 1) return new Set()
  const named = borrowed.slice(0, mostNamed).map(({ rescued }) => quoted(rescued.key))
  const more = borrowed.length - named.length
  const last = more > 0 ? `${more} more` : named.pop()
  const message = `${named.join(', ')} and ${last} are left out: aliases such as \`${first.problem.otherField}\` stand for values of other fields, and each field is read on its own.`
  report.warning('yaml/syntax', message, {
    at: { start: first.problem.offset, end: lineEnd(text, first.problem.offset) },
    hint: 'Write the values themselves in place of the aliases.',
  })
  return new Set(borrowed.map(({ block }) => block))
}

function reportLeftOut(text: string, leftOut: readonly Block[], report: Report): void {
  const [first] = leftOut
  if (first === undefined) return
  const message = `The frontmatter has more fields than are read: ${leftOut.length} are left out from here on.`
  report.warning('yaml/limits', message, {
    at: { start: first.start, end: lineEnd(text, first.start) },
    hint: 'Move them under `metadata`, or into a file beside this one.',
  })
}

/** Of two entries the later, but an empty repetition must not cost a skill the value that is there. */
function latest(earlier: FieldEntry | undefined, later: FieldEntry, report: Report): FieldEntry {
  if (earlier === undefined) return later
  const isEmpty = isNull(later.value)
  const [kept, lost] = isEmpty ? [earlier, later] : [later, earlier]
  const message = `"${kept.key}" is given twice; the ${isEmpty ? 'first' : 'last'} one counts.`
  report.warning('yaml/duplicate-key', message, {
    at: { start: kept.keyStart, end: kept.keyEnd },
    hint: `Remove one of the two "${kept.key}" lines.`,
    related: { message: 'This one is left out.', at: { start: lost.keyStart, end: lost.keyEnd } },
  })
  return kept
}

/** A known text field that YAML reads as null or cuts at a mark of its own, though its line has more text. */
function withoutLostText(
  text: string,
  block: Block,
  entry: FieldEntry,
  report: Report,
): FieldEntry {
  const { value } = entry
  if (value.kind !== 'scalar' || value.style !== 'plain') return entry
  const field = knownField(entry.key)
  if (field === undefined || !isText(field)) return entry
  if (isAfterAnchor(text, entry)) return fromMark('&', 'an anchor', text, block, entry, report)
  if (value.text === '') return fromMark('#', 'a comment', text, block, entry, report)
  const comment = commentAfter(text, value.end)
  if (comment === undefined) return entry
  const whole = text.slice(value.start, comment.end)
  report.info('field/comment-cut', `"${entry.key}" ends at the "#", which starts a comment.`, {
    at: comment,
    hint: `If it belongs to the text, write ${entry.key}: ${quoted(whole)}`,
  })
  return entry
}

function fromMark(
  mark: '#' | '&',
  meaning: string,
  text: string,
  block: Block,
  entry: FieldEntry,
  report: Report,
): FieldEntry {
  // Only the first key of a block can be what its first line says, and the rest are not worth a look.
  const rescued = isFirstKey(text, block, entry) ? rescueBlock(text, block) : undefined
  if (rescued === undefined || !rescued.text.startsWith(mark)) return entry
  return repaired(
    rescued,
    `its text starts with "${mark}", which YAML takes for ${meaning}`,
    report,
  )
}

/** A word with `&` in front of a text without quotes: to YAML an anchor, to its author text. */
function isAfterAnchor(text: string, { keyEnd, value }: FieldEntry): boolean {
  let at = keyEnd
  while (at < value.start && ' \t:'.includes(text.charAt(at))) at++
  return text[at] === '&'
}

function isFirstKey(text: string, block: Block, { keyStart }: FieldEntry): boolean {
  for (let at = block.start; at < keyStart; at++) {
    if (text[at] !== ' ' && text[at] !== '\t') return false
  }
  return true
}

/** What is left of a block that YAML cannot read. */
function recover(
  text: string,
  block: Block,
  problem: YamlProblem,
  report: Report,
): readonly FieldEntry[] {
  const rescued = rescueBlock(text, block)
  const reason = `${problem.message.charAt(0).toLowerCase()}${problem.message.slice(1)}`
  if (rescued === undefined) {
    report.warning(problem.code, `A line cannot be read and is left out: ${reason}.`, {
      at: { start: block.start, end: lineEnd(text, block.start) },
      hint: 'Write it as `key: value`, or remove it.',
    })
    return []
  }
  const field = knownField(rescued.key)
  if (field !== undefined && isReadFromLine(field)) {
    return [repaired(rescued, `YAML cannot read it (${reason})`, report, problem.offset)]
  }
  // What never closes is noticed only at the block's end; the value's start says more.
  const isBelow = problem.offset >= block.end - 1
  const start = isBelow ? rescued.start : problem.offset
  report.warning(problem.code, `"${rescued.key}" cannot be read and is left out: ${reason}.`, {
    at: { start, end: lineEnd(text, start) },
    hint: 'Put text that holds punctuation in quotes, and indent what belongs to the field.',
  })
  return []
}

function repaired(
  rescued: RescuedBlock,
  why: string,
  report: Report,
  offset = rescued.start,
): FieldEntry {
  const { key, keyStart, keyEnd, start, end } = rescued
  const message = `"${key}" is read as typed, since ${why}.`
  const remark = {
    at: { start: offset <= end ? offset : start, end },
    hint: `${key}: ${quoted(rescued.text)}`,
  }
  if (knownField(key) === 'argument-hint') report.info('yaml/rescued', message, remark)
  else report.warning('yaml/rescued', message, remark)
  return {
    key,
    keyStart,
    keyEnd,
    value: { kind: 'scalar', style: 'quoted', text: rescued.text, start, end },
  }
}

/** The comment that cuts a plain value short on its own line. */
function commentAfter(text: string, end: number): { start: number; end: number } | undefined {
  let at = end
  while (text[at] === ' ' || text[at] === '\t') at++
  return at > end && text[at] === '#' ? { start: at, end: lineEnd(text, at) } : undefined
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from)
  let end = Math.max(from, newline === -1 ? text.length : newline)
  while (end > from && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  return end
}
