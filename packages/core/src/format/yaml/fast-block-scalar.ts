import type { FastScalar } from './fast-scalars.ts'
import { scalar } from './node.ts'

const TAB = 9
const LF = 10
const SPACE = 32

/** One line of a block scalar, and the line behind it. */
interface Line {
  readonly start: number
  readonly end: number
  readonly indent: number
  readonly isBlank: boolean
}

/**
 * `|`, `>`, `|-` and `>-` with plain content. Indentation indicators, `+`, a comment behind the
 * marker, lines of blanks and more-indented lines in folded text are left to `yaml`.
 */
export function readBlockScalar(
  text: string,
  start: number,
  end: number,
  parentIndent: number,
): FastScalar | undefined {
  const folds = text[start] === '>'
  const strips = text[start + 1] === '-'
  let at = start + (strips ? 2 : 1)
  while (text.charCodeAt(at) === SPACE) at++
  if (text.charCodeAt(at) !== LF || at >= end) return undefined
  const lines: string[] = []
  let indent = -1
  let next = at + 1
  while (next < end) {
    const line = lineAt(text, next, end)
    if (line === undefined) return undefined
    if (line.isBlank) {
      // Blanks before the first line can be an error, and behind the indentation they are content.
      if (line.indent > Math.max(indent, 0)) return undefined
      lines.push('')
    } else {
      if (indent === -1 && line.indent > parentIndent) indent = line.indent
      if (indent === -1 || line.indent <= parentIndent) break
      if (line.indent < indent || (folds && line.indent > indent)) return undefined
      lines.push(text.slice(line.start + indent, line.end))
    }
    next = line.end + 1
  }
  const value = joinLines(lines, folds, strips)
  return { node: scalar(value, 'block', start, start), next: Math.min(next, end) }
}

/** Undefined for a line with a tab in or behind its indentation, and for one without an end. */
function lineAt(text: string, start: number, end: number): Line | undefined {
  let content = start
  while (content < end && text.charCodeAt(content) === SPACE) content++
  if (text.charCodeAt(content) === TAB) return undefined
  const newline = text.indexOf('\n', content)
  if (newline === -1 || newline >= end) return undefined
  return { start, end: newline, indent: content - start, isBlank: newline === content }
}

function joinLines(lines: string[], folds: boolean, strips: boolean): string {
  let count = lines.length
  while (count > 0 && lines[count - 1] === '') count--
  if (count === 0) return ''
  const content = lines.slice(0, count)
  const last = strips ? '' : '\n'
  return (folds ? fold(content) : content.join('\n')) + last
}

/** Neighbours join with a blank; each blank line between them, or before the first, is a newline. */
function fold(lines: readonly string[]): string {
  let value = ''
  let breaks = 0
  for (const line of lines) {
    if (line === '') breaks++
    else {
      if (value !== '' || breaks > 0) value += breaks > 0 ? '\n'.repeat(breaks) : ' '
      value += line
      breaks = 0
    }
  }
  return value
}
