import type { Token, Tokens } from 'marked'
import { createFlow } from '../../markdown/flow.ts'
import type { Look, Span } from '../../markdown/inline.ts'
import type { Style } from '../../screen/terminal.ts'
import { breakWidth, displayWidth, lettersIn } from '../../screen/width.ts'
import type { Highlight } from './highlight.ts'
import { inlineSpans } from './inline.ts'
import { renderTable } from './table.ts'

export interface BlockOptions {
  readonly style: Style
  readonly cells: number
  readonly highlight: Highlight | undefined
}

/** One block of Markdown as lines of at most `cells`. */
export function renderBlock(token: Tokens.Generic, options: BlockOptions): readonly string[] {
  const { style, cells } = options
  switch (token.type) {
    case 'heading':
      return flowed(inlineSpans(token.tokens ?? [], ['bold']), '', '', options)
    case 'paragraph':
    case 'text':
      return flowed(
        token.tokens === undefined
          ? [{ text: String(token['text'] ?? token.raw), looks: [] }]
          : inlineSpans(token.tokens),
        '',
        '',
        options,
      )
    case 'code':
      return code(token, options)
    case 'blockquote': {
      const bar = style.dim('│ ')
      const inner = renderBlocks(token.tokens ?? [], { ...options, cells: Math.max(8, cells - 2) })
      return inner.map((line) => `${bar}${line}`.trimEnd())
    }
    case 'list':
      return list(token, options)
    case 'table':
      return renderTable(token as Tokens.Table, options)
    case 'hr':
      return [style.dim('─'.repeat(Math.min(cells, 40)))]
    case 'space':
      return ['']
    case 'def':
      return []
    default:
      return token.raw
        .replace(/\n+$/u, '')
        .split('\n')
        .flatMap((line) => breakWidth(line, cells))
  }
}

export function renderBlocks(tokens: readonly Token[], options: BlockOptions): readonly string[] {
  const lines = tokens.flatMap((token, index) => {
    const apart =
      index > 0 &&
      token.type !== 'space' &&
      tokens[index - 1]?.type !== 'space' &&
      token.type !== 'list'
    return [...(apart ? [''] : []), ...renderBlock(token as Tokens.Generic, options)]
  })
  return lines.filter((line, index) => line !== '' || (index > 0 && index < lines.length - 1))
}

function code(token: Tokens.Generic, { style, cells, highlight }: BlockOptions): readonly string[] {
  const text = String(token['text'] ?? '')
  const language = typeof token['lang'] === 'string' ? (token['lang'].split(/\s/u)[0] ?? '') : ''
  const coloured = style.isColorSupported ? highlight?.(text, language) : undefined
  const lines = coloured ?? text.split('\n')
  const bar = style.dim('▏')
  const room = Math.max(8, cells - 2)
  return lines
    .map((line) => line.replaceAll('\t', '    '))
    .flatMap((line) => (displayWidth(line) <= room ? [line] : breakColoured(line, room)))
    .map((line) => `${bar} ${line}`.trimEnd())
}

const colourCodes = /\u001b\[[0-9;]*m/gu

/** Code that is too wide goes on in the next row, and so does its colour. */
function breakColoured(line: string, cells: number): readonly string[] {
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

function list(token: Tokens.Generic, options: BlockOptions): readonly string[] {
  const { items = [], ordered, start, loose } = token as Tokens.List
  const first = typeof start === 'number' ? start : 1
  return items.flatMap((item, index) => {
    const box = item.task ? (item.checked ? '[x] ' : '[ ] ') : ''
    const mark = ordered ? `${first + index}. ` : '• '
    const margin = ' '.repeat(mark.length)
    const inner = renderBlocks(
      item.tokens.filter(({ type }) => type !== 'checkbox'),
      { ...options, cells: Math.max(8, options.cells - mark.length) },
    )
    const lines = inner.length === 0 ? [''] : inner
    const shown = lines.map((line, row) =>
      row === 0 ? options.style.dim(mark) + box + line : `${margin}${line}`.trimEnd(),
    )
    return loose && index > 0 ? ['', ...shown] : shown
  })
}

/** Words laid out in lines; a line break in a span begins a new one. */
export function flowed(
  spans: readonly Span[],
  prefix: string,
  hanging: string,
  { style, cells }: Pick<BlockOptions, 'style' | 'cells'>,
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
