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
 * @param margin before each line that is not blank, besides its cells
 */
export function createMarkdown(
  style: Style,
  highlight: () => Highlight | undefined,
  margin = '',
): Markdown {
  let known: { cells: number; highlight: Highlight | undefined } | undefined
  let settledText = ''
  let settled: string[] = []
  let isPlain = false
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
  const settle = (text: string, lines: readonly string[]) => {
    settledText += text
    for (const line of lines) {
      // No two blank lines in a row, and none at the beginning.
      if (line !== '') settled.push(margin + line)
      else if (settled.length > 0 && settled.at(-1) !== '') settled.push('')
    }
  }
  /** Settles what no further piece can change, and gives the lines of the rest. */
  const layOut = (tail: string, cells: number): readonly string[] => {
    const isLong = tail.length > longestBlock * 4
    const tokens = isPlain || isLong || tooDeep(tail) ? undefined : lex(tail)
    if (tokens === undefined) {
      isPlain = true
      const lines = plainLines(tail, cells)
      const last = lines.pop() ?? ''
      settle(tail.slice(0, tail.length - last.length), lines)
      return [last]
    }
    // The last block may still grow, and so may a list or a quote before blank lines.
    const open = Math.max(
      0,
      tokens.findLastIndex(({ type }) => type !== 'space'),
    )
    const done = tokens.slice(0, open)
    if (done.length > 0) {
      settle(done.map(({ raw }) => raw).join(''), blocksApart(renderAll(done, cells), done))
    }
    return renderAll(tokens.slice(open), cells)
  }
  return {
    lines(text, cells) {
      const colours = highlight()
      const isSame = known?.cells === cells && known.highlight === colours
      if (isSame && whole?.text === text) return whole.lines
      if (!isSame || !text.startsWith(settledText)) {
        settledText = ''
        settled = []
        isPlain = false
      }
      known = { cells, highlight: colours }
      const rest = layOut(text.slice(settledText.length), cells)
      whole = {
        text,
        lines: joined(
          settled,
          rest.map((line) => (line === '' ? '' : margin + line)),
        ),
      }
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

/** No two blank lines in a row, and none at the ends; of `settled` that is known but for its end. */
function joined(settled: readonly string[], rest: readonly string[]): readonly string[] {
  const before = settled.at(-1) ?? ''
  const kept = rest.filter((line, index) => line !== '' || (rest[index - 1] ?? before) !== '')
  const all = settled.concat(kept)
  return all.slice(0, all.findLastIndex((line) => line !== '') + 1)
}
