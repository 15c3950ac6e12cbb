import type { Style } from '../screen/terminal.ts'
import { readable } from '../screen/wrap.ts'
import { createFlow } from './flow.ts'
import { readInline, settledLength } from './inline.ts'
import { closesFence, type Line, lineAt } from './line.ts'
import type { Span } from './spans.ts'

export interface MarkdownOptions {
  readonly style: Style
  /** Cells of a line. Asked anew each time, for resizes. */
  readonly columns: () => number
}

/**
 * Markdown that arrives in pieces, as text for a terminal. Words are wrapped, never within code and
 * tables; marks become colours. Without colours the marks stay, as nothing else would tell a
 * command from a word.
 */
export interface MarkdownView {
  /** Gives what can be shown already; holds back a word or mark that is not finished. */
  push(text: string): string
  /** Gives what was held back. What comes afterwards begins a line. */
  flush(): string
}

type FlowingLine = Line & { readonly kind: 'text' | 'item' | 'quote' }

export function createMarkdownView({ style, columns }: MarkdownOptions): MarkdownView {
  const coloured = style.isColorSupported
  const flow = createFlow(style, () => readable(columns()))
  let held = ''
  /** The line that is being written, where its beginning is on screen. */
  let open: FlowingLine | undefined
  let fence: string | undefined
  let inList = false
  /** A line was full, so its end is one of the source alone: the next one may go on in it. */
  let softBreak = false

  const spansOf = (text: string): readonly Span[] =>
    coloured ? readInline(text) : [{ text, looks: [] }]
  const settled = (text: string): number =>
    coloured ? settledLength(text) : text.lastIndexOf(' ') + 1
  const endSoftBreak = (): string => {
    const shown = softBreak ? flow.end() : ''
    softBreak = false
    return shown
  }

  const begin = (line: FlowingLine): string => {
    open = line
    if (softBreak && line.kind === 'text') {
      softBreak = false
      flow.goOn()
      return ''
    }
    const { prefix, kind } = line
    const hanging = kind === 'item' ? prefix.replace(/\S/gu, ' ') : prefix
    inList = kind === 'item' || (inList && /^\s/u.test(prefix))
    return endSoftBreak() + flow.begin(prefix, hanging)
  }
  const endLine = (text: string): string => {
    open = undefined
    const shown = flow.words(spansOf(text.trimEnd()))
    softBreak = flow.hasWrapped() && !/(?: {2}|\\)$/u.test(text)
    return softBreak ? shown : shown + flow.end()
  }
  const wholeLine = (line: Exclude<Line, FlowingLine>, text: string): string => {
    const before = endSoftBreak()
    if (line.kind !== 'blank' && !/^\s/u.test(text)) inList = false
    switch (line.kind) {
      case 'fence':
        fence = line.mark
        return before + (coloured ? '' : `${text}\n`)
      case 'heading': {
        const spans = coloured ? readInline(line.text, ['bold']) : [{ text, looks: [] }]
        return before + flow.begin('', '') + flow.words(spans) + flow.end()
      }
      case 'code':
        return `${before}${style.dim(text)}\n`
      case 'blank':
        return `${before}\n`
      case 'rule':
      case 'table':
        return `${before}${text}\n`
    }
  }
  const codeLine = (text: string): string => {
    if (fence === undefined || !closesFence(text, fence)) return `${style.dim(text)}\n`
    fence = undefined
    return coloured ? '' : `${text}\n`
  }
  const newLine = (text: string): string => {
    if (fence !== undefined) return codeLine(text)
    if (open !== undefined) return endLine(text)
    const line = lineAt(text, true, inList)
    if (line === undefined) return `${text}\n`
    if (!flows(line)) return wholeLine(line, text)
    return begin(line) + endLine(text.slice(line.prefix.length))
  }
  const partOfLine = (): string => {
    let shown = ''
    if (fence === undefined && open === undefined) {
      const line = lineAt(held, false, inList)
      if (line === undefined || !flows(line)) return ''
      shown = begin(line)
      held = held.slice(line.prefix.length)
    }
    if (open === undefined) return shown
    const length = settled(held)
    const ready = held.slice(0, length)
    held = held.slice(length)
    return shown + flow.words(spansOf(ready))
  }

  return {
    push(text) {
      const lines = (held + text).split('\n')
      held = lines.pop() ?? ''
      const shown = lines.map(newLine).join('')
      return shown + partOfLine()
    },
    flush() {
      const isStarted = open !== undefined
      const shown = held === '' && !isStarted ? endSoftBreak() : newLine(held) + endSoftBreak()
      held = ''
      return shown
    },
  }
}

function flows(line: Line): line is FlowingLine {
  return line.kind === 'text' || line.kind === 'item' || line.kind === 'quote'
}
