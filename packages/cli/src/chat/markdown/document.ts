import { Lexer, type Token } from 'marked'
import type { Style } from '../../screen/terminal.ts'
import { breakWidth } from '../../screen/width.ts'
import { renderBlock } from './block.ts'
import type { Highlight } from './highlight.ts'

/** Markdown as lines for a terminal, drawn again and again while it grows. */
export interface Markdown {
  /**
   * @param text all of it so far, cleaned
   * @param cells of a line
   */
  lines(text: string, cells: number): readonly string[]
}

/** Longer blocks, and deeper ones, are shown as they stand: laying them out could take seconds. */
const longestBlock = 64 * 1024
const deepest = 32

/**
 * Blocks that are finished are laid out once; only the last one is, again, with each new piece.
 *
 * @param highlight colours code. Asked anew each time: it may come later.
 */
export function createMarkdown(style: Style, highlight: () => Highlight | undefined): Markdown {
  let known: { cells: number; highlight: Highlight | undefined } | undefined
  let settledText = ''
  let settled: string[] = []
  let whole: { text: string; lines: readonly string[] } | undefined

  const renderAll = (tokens: readonly Token[], cells: number): string[] =>
    tokens.flatMap((token, index) => {
      const apart = index > 0 && token.type !== 'space' && tokens[index - 1]?.type !== 'space'
      return [...(apart ? [''] : []), ...render(token, cells)]
    })
  const render = (token: Token, cells: number): readonly string[] => {
    if (token.type === 'space') return ['']
    if (token.raw.length > longestBlock) return plainLines(token.raw, cells)
    return renderBlock(token, { style, cells, highlight: highlight() })
  }
  return {
    lines(text, cells) {
      const colours = highlight()
      const isSame = known?.cells === cells && known.highlight === colours
      if (isSame && whole?.text === text) return whole.lines
      if (!isSame || !text.startsWith(settledText)) {
        settledText = ''
        settled = []
      }
      known = { cells, highlight: colours }
      const tail = text.slice(settledText.length)
      const tokens = tooDeep(tail) || tail.length > longestBlock * 4 ? undefined : lex(tail)
      if (tokens === undefined) {
        whole = { text, lines: trimmed([...settled, ...plainLines(tail, cells)]) }
        return whole.lines
      }
      // The last block may still grow, and so may a list or a quote before blank lines.
      const open = tokens.findLastIndex(({ type }) => type !== 'space')
      const done = tokens.slice(0, Math.max(0, open))
      if (done.length > 0) {
        settledText += done.map(({ raw }) => raw).join('')
        settled = [...settled, ...blocksApart(renderAll(done, cells), done)]
      }
      const rest = renderAll(tokens.slice(Math.max(0, open)), cells)
      whole = { text, lines: trimmed([...settled, ...rest]) }
      return whole.lines
    },
  }
}

/** A blank line after finished blocks, where the source has none before the next. */
function blocksApart(lines: string[], done: readonly Token[]): string[] {
  return done.at(-1)?.type === 'space' ? lines : [...lines, '']
}

function lex(text: string): readonly Token[] | undefined {
  try {
    return new Lexer({ gfm: true }).lex(text)
  } catch {
    // Deeply nested text can exhaust the stack; it is shown as it stands.
    return undefined
  }
}

/** Whether a line is quoted or indented deeper than anybody writes. */
function tooDeep(text: string): boolean {
  return new RegExp(
    `^(?:[ \\t]*>){${deepest},}|^[ \\t]{${deepest * 4},}\\S|(?:[*_~\`[(!][ ]?){${deepest * 4},}`,
    'mu',
  ).test(text)
}

function plainLines(text: string, cells: number): string[] {
  return text.split('\n').flatMap((line) => breakWidth(line, cells))
}

/** No two blank lines in a row, and none at the ends. */
function trimmed(lines: readonly string[]): readonly string[] {
  const kept = lines.filter((line, index) => line !== '' || lines[index - 1] !== '')
  const first = kept.findIndex((line) => line !== '')
  return first < 0 ? [] : kept.slice(first, kept.findLastIndex((line) => line !== '') + 1)
}
