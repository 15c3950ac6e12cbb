import type { MarkedToken, Token, Tokens } from 'marked'
import type { Style } from '../../screen/terminal.ts'
import { breakWidth, displayWidth } from '../../screen/width.ts'
import { breakColoured, flowed } from './flowed.ts'
import type { Highlight } from './highlight.ts'
import { inlineSpans } from './inline.ts'
import { renderTable } from './table.ts'

export interface BlockOptions {
  readonly style: Style
  readonly cells: number
  readonly highlight: Highlight | undefined
}

/** One block of Markdown as lines of at most `cells`. */
export function renderBlock(token: Token, options: BlockOptions): readonly string[] {
  const { style, cells } = options
  if (!isMarked(token)) return breakWidth(token.raw, cells)
  switch (token.type) {
    case 'heading':
      return flowed(inlineSpans(token.tokens, ['bold']), '', '', options)
    case 'paragraph':
    case 'text':
      return flowed(
        token.tokens === undefined ? [{ text: token.text, looks: [] }] : inlineSpans(token.tokens),
        '',
        '',
        options,
      )
    case 'code':
      return code(token, options)
    case 'blockquote': {
      const bar = style.dim('│ ')
      const inner = renderBlocks(token.tokens, { ...options, cells: Math.max(8, cells - 2) })
      return inner.map((line) => `${bar}${line}`.trimEnd())
    }
    case 'list':
      return list(token, options)
    case 'table':
      return renderTable(token, options)
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

/** Without extensions the lexer makes no other tokens; its type allows them. */
function isMarked(token: Token): token is MarkedToken {
  return !('extension' in token)
}

export function renderBlocks(tokens: readonly Token[], options: BlockOptions): readonly string[] {
  const lines = tokens.flatMap((token, index) => {
    const apart =
      index > 0 &&
      token.type !== 'space' &&
      tokens[index - 1]?.type !== 'space' &&
      token.type !== 'list'
    return [...(apart ? [''] : []), ...renderBlock(token, options)]
  })
  return lines.filter((line, index) => line !== '' || (index > 0 && index < lines.length - 1))
}

function code(
  { text, lang = '' }: Tokens.Code,
  { style, cells, highlight }: BlockOptions,
): readonly string[] {
  const [language = ''] = lang.split(/\s/u)
  const coloured = style.isColorSupported ? highlight?.(text, language) : undefined
  const lines = coloured ?? text.split('\n')
  const bar = style.dim('▏')
  const room = Math.max(8, cells - 2)
  return lines
    .map((line) => line.replaceAll('\t', '    '))
    .flatMap((line) => (displayWidth(line) <= room ? [line] : breakColoured(line, room)))
    .map((line) => `${bar} ${line}`.trimEnd())
}

function list(
  { items, ordered, start, loose }: Tokens.List,
  options: BlockOptions,
): readonly string[] {
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
