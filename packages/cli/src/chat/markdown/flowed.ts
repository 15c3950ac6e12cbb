import { createFlow } from '../../markdown/flow.ts'
import type { Look, Span } from '../../markdown/spans.ts'
import type { Style } from '../../screen/terminal.ts'
import { displayWidth, lettersIn } from '../../screen/width.ts'

/** Words laid out in lines; a line break in a span begins a new one. */
export function flowed(
  spans: readonly Span[],
  prefix: string,
  hanging: string,
  { style, cells }: { readonly style: Style; readonly cells: number },
): readonly string[] {
  const marked = style.isColorSupported ? spans : spans.map(unmarked)
  const flow = createFlow(style, () => cells)
  let text = flow.begin(prefix, hanging)
  for (const part of linesOf(marked)) {
    if (text !== prefix) text += flow.end() + flow.begin(hanging, hanging)
    text += flow.words(part)
  }
  return text
    .split('\n')
    .flatMap((line) => (displayWidth(line) <= cells ? [line] : breakColoured(line, cells)))
}

/** Without colours the marks stay: nothing else tells a command from a word. */
function unmarked({ text, looks }: Span): Span {
  const mark = looks.includes('code') ? '`' : looks.includes('bold') ? '**' : ''
  return { text: mark + text + mark, looks: [] as readonly Look[] }
}

function linesOf(spans: readonly Span[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]]
  for (const { text, looks } of spans) {
    text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ text: part, looks })
    })
  }
  return lines
}

const colourCodes = /\u001b\[[0-9;]*m/gu

/** Code that is too wide goes on in the next row, and so does its colour. */
export function breakColoured(line: string, cells: number): readonly string[] {
  const rows: string[] = []
  let row = ''
  let width = 0
  let active = ''
  let last = 0
  const put = (text: string) => {
    for (const piece of lettersIn(text)) {
      const wide = displayWidth(piece)
      if (width + wide > cells) {
        rows.push(active === '' ? row : `${row}\u001b[0m`)
        row = active
        width = 0
      }
      row += piece
      width += wide
    }
  }
  for (const { 0: sequence, index } of line.matchAll(colourCodes)) {
    put(line.slice(last, index))
    row += sequence
    active = /\[(?:0|39|22|23|24)?m$/u.test(sequence) ? '' : active + sequence
    last = index + sequence.length
  }
  put(line.slice(last))
  return [...rows, row]
}
