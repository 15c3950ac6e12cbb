import type { Span } from '../report.ts'

/** A line that gives a field and is indented, so that YAML counts it to the field above. */
export interface IndentedLine {
  readonly at: Span
  /** What stands before it, for a sentence. */
  readonly blanks: 'a tab stands' | 'blanks stand'
}

/** Finds such a line of a field that is missing. A tab looks like nothing at all in many editors. */
export function indentedLine(
  text: string,
  field: 'name' | 'description',
): IndentedLine | undefined {
  const pattern = field === 'name' ? /^([ \t]+)name[ \t]*:/m : /^([ \t]+)description[ \t]*:/m
  const match = pattern.exec(text)
  const blanks = match?.[1]
  if (match === null || blanks === undefined) return undefined
  const at = { start: match.index, end: match.index + match[0].length }
  return { at, blanks: blanks.includes('\t') ? 'a tab stands' : 'blanks stand' }
}
