import type { Report } from '../report.ts'
import {
  type Block,
  isNull,
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
  readonly known: ReadonlyMap<KnownField, FieldEntry>
  readonly unknown: ReadonlyMap<string, FieldEntry>
}

export function collectEntries(text: string, report: Report): FieldEntries {
  const known = new Map<KnownField, FieldEntry>()
  const unknown = new Map<string, FieldEntry>()
  for (const { block, pairs, problem } of readBlocks(text)) {
    if (problem !== undefined) {
      const entry = recover(text, block, problem, report)
      if (entry !== undefined) keep(entry)
      continue
    }
    for (const pair of pairs) keep(pairs.length === 1 ? withoutLostText(text, block, pair) : pair)
  }
  return { text, known, unknown }

  function keep(entry: FieldEntry): void {
    const field = knownField(entry.key)
    if (field === undefined) unknown.set(entry.key, latest(unknown.get(entry.key), entry))
    else known.set(field, latest(known.get(field), entry))
  }

  function latest(earlier: FieldEntry | undefined, later: FieldEntry): FieldEntry {
    if (earlier === undefined) return later
    // An empty repetition must not cost a skill the value that is there.
    const [kept, lost] = isNull(later.value) ? [earlier, later] : [later, earlier]
    report.warning(
      'yaml/duplicate-key',
      `"${kept.key}" is given twice; the ${kept === later ? 'last' : 'first'} one counts.`,
      {
        at: { start: kept.keyStart, end: kept.keyEnd },
        hint: `Remove one of the two "${kept.key}" lines.`,
        related: {
          message: 'This one is left out.',
          at: { start: lost.keyStart, end: lost.keyEnd },
        },
      },
    )
    return kept
  }

  /** A known text field that YAML reads as null or cuts at a `#`, though its line has more text. */
  function withoutLostText(source: string, block: Block, entry: FieldEntry): FieldEntry {
    const field = knownField(entry.key)
    const { value } = entry
    if (field === undefined || !isText(field) || value.kind !== 'scalar') return entry
    if (value.style !== 'plain') return entry
    if (value.text === '') return fromComment(source, block, entry)
    const comment = commentAfter(source, value.end)
    if (comment === undefined) return entry
    report.info(
      'field/comment-cut',
      `The text of "${entry.key}" ends at the "#", which starts a comment.`,
      {
        at: comment,
        hint: `If it belongs to the text, write ${entry.key}: ${quoted(source.slice(value.start, comment.end))}`,
      },
    )
    return entry
  }

  function fromComment(source: string, block: Block, entry: FieldEntry): FieldEntry {
    const rescued = rescueBlock(source, block)
    if (rescued === undefined || !rescued.text.startsWith('#')) return entry
    return repaired(rescued, 'its text starts with "#", which YAML takes for a comment', report)
  }
}

/** What is left of a block that YAML cannot read. */
function recover(
  text: string,
  block: Block,
  problem: YamlProblem,
  report: Report,
): FieldEntry | undefined {
  const rescued = rescueBlock(text, block)
  const reason = `${problem.message.charAt(0).toLowerCase()}${problem.message.slice(1)}`
  const field = rescued === undefined ? undefined : knownField(rescued.key)
  if (rescued !== undefined && field !== undefined && isReadFromLine(field)) {
    return repaired(rescued, `YAML cannot read it (${reason})`, report, problem.offset)
  }
  const what = rescued === undefined ? 'A line' : `"${rescued.key}"`
  report.warning(problem.code, `${what} cannot be read and is left out: ${reason}.`, {
    at:
      rescued === undefined
        ? { start: block.start, end: lineEnd(text, block.start) }
        : { start: problem.offset, end: Math.max(problem.offset, lineEnd(text, problem.offset)) },
    hint:
      rescued === undefined
        ? 'Write it as `key: value`, or remove it.'
        : 'Put text that holds punctuation in quotes, and indent what belongs to the field.',
  })
  return undefined
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
    at: { start: offset, end: Math.max(offset, end) },
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
  let end = newline === -1 ? text.length : newline
  while (end > from && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
  return end
}
