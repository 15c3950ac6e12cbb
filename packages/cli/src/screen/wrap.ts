import { displayWidth, wrapWidth } from './width.ts'

/** Longer lines are hard to read, however wide the screen is. */
const widest = 100

/** Where wrapped text stands: what its first line starts with, and what each further one does. */
export interface Margins {
  /** Of the screen; `Infinity` where nothing is wrapped. */
  readonly columns: number
  readonly first?: string
  readonly rest?: string
}

/**
 * Text as lines that fit the screen. Line breaks in it stay.
 *
 * @example
 * wrapText('one two three', { columns: 10, first: '→ ', rest: '  ' }) // ['→ one two', '  three']
 */
export function wrapText(
  text: string,
  { columns, first = '', rest = first }: Margins,
): readonly string[] {
  const room = Math.max(8, readable(columns) - Math.max(displayWidth(first), displayWidth(rest)))
  return text
    .split('\n')
    .flatMap((line) => wrapWidth(line, room))
    .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
}

/** Each line of a text wrapped on its own; further lines stand two cells to the right of its start. */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const margin = /^ */u.exec(line)?.[0] ?? ''
      const rest = `${margin}  `
      return displayWidth(line) <= readable(columns)
        ? [line]
        : wrapText(line.slice(margin.length), { columns, first: margin, rest })
    })
    .join('\n')
}

/** Cells of a line of prose: the screen's, and not more than one can read. */
export function readable(columns: number): number {
  return columns === Number.POSITIVE_INFINITY ? columns : Math.min(columns, widest)
}
