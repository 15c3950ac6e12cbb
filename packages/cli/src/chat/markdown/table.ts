import type { Tokens } from 'marked'
import { displayWidth, padWidth } from '../../screen/width.ts'
import type { BlockOptions } from './block.ts'
import { flowed } from './flowed.ts'
import { inlineSpans } from './inline.ts'

/** Narrower columns hold no word any more; a table that needs more is shown row by row. */
const narrowest = 6

/** A table with columns that fit; cells that are too long take several lines. */
export function renderTable(table: Tokens.Table, options: BlockOptions): readonly string[] {
  const { style, cells } = options
  const columns = table.header.length
  const rows = [table.header, ...table.rows]
  const free = cells - 3 * (columns - 1)
  if (columns === 0) return []
  if (free < columns * narrowest) return asList(table, options)
  const wanted = table.header.map((_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column], options))),
  )
  const widths = share(wanted, free)
  const bar = style.dim(' │ ')
  const draw = (row: readonly Tokens.TableCell[], isHead: boolean): readonly string[] => {
    const laid = widths.map((width, column) => cellLines(row[column], width, options, isHead))
    const height = Math.max(...laid.map((lines) => lines.length))
    return Array.from({ length: height }, (_, line) =>
      laid
        .map((lines, column) =>
          aligned(lines[line] ?? '', widths[column] ?? 0, table.align[column]),
        )
        .join(bar)
        .trimEnd(),
    )
  }
  const rule = style.dim(widths.map((width) => '─'.repeat(width)).join('─┼─'))
  return [...draw(table.header, true), rule, ...table.rows.flatMap((row) => draw(row, false))]
}

function cellLines(
  cell: Tokens.TableCell | undefined,
  width: number,
  { style }: BlockOptions,
  isHead: boolean,
): readonly string[] {
  const spans = inlineSpans(cell?.tokens ?? [], isHead ? ['bold'] : [])
  return flowed(spans, '', '', { style, cells: width })
}

function widthOf(cell: Tokens.TableCell | undefined, { style }: BlockOptions): number {
  const [line = ''] = flowed(inlineSpans(cell?.tokens ?? []), '', '', { style, cells: 10_000 })
  return Math.max(1, displayWidth(line))
}

/** Columns get what they want; where that is too much, the wide ones share what the narrow leave. */
function share(wanted: readonly number[], free: number): readonly number[] {
  const order = wanted.map((width, column) => ({ width, column })).sort((a, b) => a.width - b.width)
  const widths = wanted.map(() => 0)
  let left = free
  order.forEach(({ width, column }, index) => {
    const fair = Math.floor(left / (order.length - index))
    const given = Math.min(width, fair)
    widths[column] = given
    left -= given
  })
  return widths
}

function aligned(
  text: string,
  width: number,
  align: 'center' | 'left' | 'right' | null | undefined,
): string {
  const room = Math.max(0, width - displayWidth(text))
  if (align === 'right') return ' '.repeat(room) + text
  if (align === 'center') return padWidth(' '.repeat(Math.floor(room / 2)) + text, width)
  return padWidth(text, width)
}

function asList(table: Tokens.Table, options: BlockOptions): readonly string[] {
  return table.rows.flatMap((row, index) => [
    ...(index > 0 ? [''] : []),
    ...row.flatMap((cell, column) => {
      const head = inlineSpans(table.header[column]?.tokens ?? [], ['bold'])
      return flowed(
        [...head, { text: ': ', looks: [] }, ...inlineSpans(cell.tokens)],
        '',
        '  ',
        options,
      )
    }),
  ])
}
