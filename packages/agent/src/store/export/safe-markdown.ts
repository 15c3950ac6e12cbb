import { markHidden } from '@skillet/core'

/**
 * Text of people and models inside our own Markdown. It keeps its words, lists, links and code; it
 * cannot load anything, hold HTML, or leave the quote that it stands in.
 */
export function quoteMarkdown(text: string): string {
  return tameMarkdown(cleanText(text))
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** A block of code that its content cannot end. */
export function fence(text: string, language = ''): string {
  const content = cleanText(text).replace(/\n$/u, '')
  const mark = '`'.repeat(Math.max(3, longestRun(content) + 1))
  return `${mark}${language}\n${content}\n${mark}`
}

/** A name within our own text: code, on one line. */
export function inlineCode(text: string): string {
  const line = oneLine(text)
  if (line === '') return '` `'
  const mark = '`'.repeat(longestRun(line) + 1)
  const edge = /^[ `]|[ `]$/u.test(line) ? ' ' : ''
  return mark + edge + line + edge + mark
}

/** Words within our own text, such as a title: every sign that Markdown knows is taken for itself. */
export function plainWords(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>#!|~&]/gu, (sign) => `\\${sign}`)
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ').trim()
}

/** Without control characters; characters that turn or hide text are made visible. */
function cleanText(text: string): string {
  return markHidden(text.replace(/\r\n?/gu, '\n').replace(/[^\P{Cc}\t\n]/gu, ''))
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length)
  return longest
}

/**
 * Blocks of code are written anew with marks of ours, so that every reader sees the same bounds;
 * what is left is words, in which HTML and images are taken for themselves. Each line is looked at a
 * few times, however many there are.
 */
function tameMarkdown(text: string): string {
  const lines = text.split('\n')
  const tame: string[] = []
  for (let at = 0; at < lines.length; ) {
    const block = codeAt(lines, at)
    if (block) {
      // After an empty line no reader takes the mark for the end of a paragraph.
      if (tame.at(-1) !== '') tame.push('')
      for (const line of block.written) tame.push(line)
      if (lines[block.next]?.trim() !== '') tame.push('')
      at = block.next
    } else {
      const paragraph = paragraphAt(lines, at)
      const crossed = crossing.test(paragraph.join('\n'))
      for (const line of paragraph) tame.push(tameWords(line, crossed))
      at += paragraph.length
    }
  }
  const isWritten = (line: string) => line !== ''
  return tame
    .slice(Math.max(0, tame.findIndex(isWritten)), tame.findLastIndex(isWritten) + 1)
    .join('\n')
}

/** The lines up to the next empty one or the next block of code; at least one. */
function paragraphAt(lines: readonly string[], from: number): readonly string[] {
  let end = from + 1
  while (end < lines.length && lines[end]?.trim() !== '' && !opening(lines[end])) end += 1
  return lines.slice(from, end)
}

/** What may take a backtick that we count: the address of a link, a cell of a table. */
const crossing = /\][([:]|\|/u

/** The mark that opens fenced code, what stands before it, and what behind. */
interface Opening {
  readonly indent: string
  readonly mark: string
  readonly info: string
}

function opening(line = ''): Opening | undefined {
  const [, indent = '', mark, info = ''] = /^([ \t]*)(`{3,}|~{3,})(.*)$/u.exec(line) ?? []
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return undefined
  return { indent, mark, info }
}

/** The fenced code that begins at a line, written anew; undefined where none does. */
function codeAt(
  lines: readonly string[],
  from: number,
): { readonly written: readonly string[]; readonly next: number } | undefined {
  const opened = opening(lines[from])
  if (!opened) return undefined
  const { indent, mark, info } = opened
  let next = from + 1
  while (next < lines.length && !closes(lines[next] ?? '', mark)) next += 1
  const margin = indent.replaceAll('\t', '    ')
  const content = lines
    .slice(from + 1, next)
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
  const own = '`'.repeat(Math.max(3, longestRun(content.join('\n')) + 1))
  const [language = ''] = /^[\w+#.-]{1,30}/u.exec(info.trim()) ?? []
  // Each line as far in as the mark: whether a reader takes it for a fence in a list or for code by
  // its margin, the content stays code.
  const written = [own + language, ...content, own].map((line) => margin + line)
  return { written, next: next + 1 }
}

function closes(line: string, mark: string): boolean {
  const trimmed = line.trim()
  return trimmed.length >= mark.length && trimmed === (mark[0] ?? '').repeat(trimmed.length)
}

/**
 * One line outside of blocks of code.
 *
 * @param crossed readers may see other pairs of backticks than we do
 */
function tameWords(line: string, crossed: boolean): string {
  const pieces = /\\.|`+|!\[|<|[^\\`!<]+|./suy
  const partner = partnersIn(line)
  const unsafeAfter = crossed ? placesOf(/<|!\[/gu, line) : nowhere
  let tame = ''
  for (let at = 0; at < line.length; at = pieces.lastIndex) {
    pieces.lastIndex = at
    const [piece = line.slice(at)] = pieces.exec(line) ?? []
    const end = piece.startsWith('`') ? partner(at, piece.length) : undefined
    const isCode = end !== undefined && unsafeAfter(at) >= end
    tame += isCode ? line.slice(at, end) : escaped(piece)
    pieces.lastIndex = isCode ? end : at + piece.length
  }
  return tame
}

/**
 * Where the code ends that some backticks begin: behind the next run of as many. The runs are looked
 * for once, and each by those that ask in the order of the line, so that a line of nothing else
 * takes no longer for its length.
 */
function partnersIn(line: string): (at: number, length: number) => number | undefined {
  const ends = new Map<number, number[]>()
  for (const { 0: run, index } of line.matchAll(/`+/gu)) {
    const known = ends.get(run.length)
    if (known) known.push(index + run.length)
    else ends.set(run.length, [index + run.length])
  }
  for (const places of ends.values()) places.reverse()
  return (at, length) => {
    const places = ends.get(length) ?? []
    while ((places.at(-1) ?? Number.POSITIVE_INFINITY) <= at + length) places.pop()
    return places.at(-1)
  }
}

/** The next such place behind another, for those that ask in the order of the line. */
function placesOf(what: RegExp, line: string): (at: number) => number {
  const places = Array.from(line.matchAll(what), ({ index }) => index).reverse()
  return (at) => {
    while ((places.at(-1) ?? Number.POSITIVE_INFINITY) < at) places.pop()
    return places.at(-1) ?? Number.POSITIVE_INFINITY
  }
}

const nowhere = () => Number.POSITIVE_INFINITY

function escaped(piece: string): string {
  if (piece === '<') return '\\<'
  // By its number: some readers take the escape off a bracket before they look for images.
  if (piece === '![') return '&#33;\\['
  return piece.startsWith('`') ? '\\`'.repeat(piece.length) : piece
}
