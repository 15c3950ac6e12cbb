import type { Span } from '../report.ts'

/** A line that a person reads as the field, and YAML does not. */
export interface MissedLine {
  readonly at: Span
  /** Goes on from `There is no "description"`. */
  readonly why: string
  readonly hint: string
}

/** Words that others use for the description. */
const otherWords = ['desc', 'summary', 'about', 'purpose', 'when_to_use', 'when-to-use']

/** Finds the line that was meant for the description where the frontmatter has none. */
export function missedDescription(text: string): MissedLine | undefined {
  return indented(text) ?? withoutColonAndBlank(text) ?? otherWord(text)
}

/** Counts to the field above. A tab looks like nothing at all in many editors. */
function indented(text: string): MissedLine | undefined {
  const match = /^([ \t]+)description[ \t]*:/m.exec(text)
  if (match === null) return undefined
  const blanks = match[1]?.includes('\t') ? 'a tab stands' : 'blanks stand'
  return {
    at: spanOf(match),
    why: `${blanks} before it, so it counts as a part of the field above`,
    hint: 'Begin the line with `description:`, with nothing before it.',
  }
}

function withoutColonAndBlank(text: string): MissedLine | undefined {
  const match = /^description[ \t]*(?::(?=[^ \t\n])|=|\uff1a)/m.exec(text)
  if (match === null) return undefined
  const mark = match[0].at(-1)
  return {
    at: spanOf(match),
    why:
      mark === ':' ? 'no blank follows its colon' : `it is followed by "${mark}", not by a colon`,
    hint: 'Write `description: ` with a plain colon and a blank, and so with every field.',
  }
}

function otherWord(text: string): MissedLine | undefined {
  const match = new RegExp(`^(?:${otherWords.join('|')})(?=:[ \\t\\n])`, 'im').exec(text)
  if (match === null) return undefined
  return {
    at: spanOf(match),
    why: `Skillet does not take "${match[0]}" for it`,
    hint: `Rename "${match[0]}" to "description", if that is what it holds.`,
  }
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length }
}
