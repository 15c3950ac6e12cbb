/** One line of a text: where it begins, where the next one does, and what is in it. */
export interface Line {
  readonly start: number
  readonly end: number
  /** Without its ending, tabs opened to columns of four. */
  readonly text: string
}

/** The lines of a text, in order, with LF, CRLF or CR between them. */
export function* linesOf(text: string): Generator<Line> {
  let start = 0
  while (start < text.length) {
    let stop = start
    while (stop < text.length && text[stop] !== '\n' && text[stop] !== '\r') stop++
    const end = text.startsWith('\r\n', stop) ? stop + 2 : Math.min(stop + 1, text.length)
    yield { start, end, text: openTabs(text.slice(start, stop)) }
    start = end
  }
}

function openTabs(line: string): string {
  if (!line.includes('\t')) return line
  let open = ''
  for (const character of line)
    open += character === '\t' ? ' '.repeat(4 - (open.length % 4)) : character
  return open
}

/** How many blanks stand at a place in a line. */
export function indentAt(line: string, at: number): number {
  let stop = at
  while (line[stop] === ' ') stop++
  return stop - at
}

export function isBlankFrom(line: string, at: number): boolean {
  return at + indentAt(line, at) >= line.length
}
