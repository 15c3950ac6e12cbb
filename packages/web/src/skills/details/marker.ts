/** A line of an excerpt with the place that is meant. */
export interface ExcerptLine {
  readonly number: number
  readonly before: string
  /** The place; empty on lines beside it, and where it is behind the line's end. */
  readonly marked: string
  readonly after: string
  /** The place touches this line. */
  readonly isMarked: boolean
}

interface Place {
  readonly start: { readonly line: number; readonly column: number }
  readonly end: { readonly line: number; readonly column: number }
}

/**
 * Cuts the lines of an excerpt around a place, so that the marker stands under exactly that text
 * whatever its font, its tabs and the width of its characters are.
 *
 * @param place lines and columns from 1, columns in UTF-16 units, the end exclusive
 */
export function excerptLines(
  { firstLine, lines }: { readonly firstLine: number; readonly lines: readonly string[] },
  { start, end }: Place,
): readonly ExcerptLine[] {
  return lines.map((text, at) => {
    const number = firstLine + at
    const isFirst = number === start.line
    const isLast = number === end.line
    // A place may end at the very beginning of a line, which it then does not touch.
    const isMarked =
      isFirst || (number > start.line && number < end.line) || (isLast && end.column > 1)
    if (!isMarked) return { number, before: text, marked: '', after: '', isMarked }
    const from = isFirst ? start.column - 1 : 0
    const to = isLast ? Math.max(end.column - 1, from + 1) : text.length
    return {
      number,
      before: text.slice(0, from),
      marked: text.slice(from, to),
      after: text.slice(to),
      isMarked,
    }
  })
}

/** An excerpt as plain text, for the clipboard: line numbers, and `^` under the place. */
export function excerptText(lines: readonly ExcerptLine[]): string {
  const width = String(lines.at(-1)?.number ?? '').length
  return lines
    .flatMap(({ number, before, marked, after, isMarked }) => {
      const line = `${String(number).padStart(width)} | ${before}${marked}${after}`
      if (!isMarked) return [line]
      // A tab stays one, so that the marker is under its place in every editor.
      const indent = before.replaceAll(/[^\t]/gu, ' ')
      return [line, `${' '.repeat(width)} | ${indent}${'^'.repeat(Math.max(marked.length, 1))}`]
    })
    .join('\n')
}
