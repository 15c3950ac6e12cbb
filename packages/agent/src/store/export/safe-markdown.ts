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
  return text
    .replace(/\r\n?/gu, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .replace(
      /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu,
      (hidden) => `⟨U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    )
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/gu) ?? []).map(({ length }) => length))
}

/**
 * Blocks of code are written anew with marks of ours, so that every reader sees the same bounds;
 * what is left is words, in which HTML and images are taken for themselves.
 */
function tameMarkdown(text: string): string {
  const lines = text.split('\n')
  const tame: string[] = []
  for (let at = 0; at < lines.length; ) {
    const block = codeAt(lines, at)
    if (block) {
      // After an empty line no reader takes the mark for the end of a paragraph.
      if (tame.at(-1) !== '') tame.push('')
      tame.push(...block.written)
      if (lines[block.next]?.trim() !== '') tame.push('')
      at = block.next
    } else {
      const paragraph = paragraphAt(lines, at)
      tame.push(...paragraph.map((line) => tameWords(line, crossing.test(paragraph.join('\n')))))
      at += paragraph.length
    }
  }
  return tame.join('\n').replace(/^\n+|\n+$/gu, '')
}

/** The lines up to the next empty one or the next block of code; at least one. */
function paragraphAt(lines: readonly string[], from: number): readonly string[] {
  const end = lines.findIndex(
    (line, at) => at > from && (line.trim() === '' || codeAt(lines, at) !== undefined),
  )
  return lines.slice(from, end === -1 ? lines.length : end)
}

/** What may take a backtick that we count: the address of a link, a cell of a table. */
const crossing = /\][([:]|\|/u

/** The fenced code that begins at a line, written anew; undefined where none does. */
function codeAt(
  lines: readonly string[],
  from: number,
): { readonly written: readonly string[]; readonly next: number } | undefined {
  const [, indent = '', mark, info = ''] =
    /^([ \t]*)(`{3,}|~{3,})(.*)$/u.exec(lines[from] ?? '') ?? []
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return undefined
  const end = lines.findIndex((line, at) => at > from && closes(line, mark))
  const next = end === -1 ? lines.length : end
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
  let tame = ''
  let rest = line
  while (rest !== '') {
    const [piece = rest] = /^(?:\\.|`+|!\[|<|[^\\`!<]+|.)/su.exec(rest) ?? []
    const code = piece.startsWith('`') ? codeSpan(rest, piece) : undefined
    const isCode = code !== undefined && !(crossed && /<|!\[/u.test(code))
    tame += isCode ? code : escaped(piece)
    rest = rest.slice((isCode ? code : piece).length)
  }
  return tame
}

/** The code that begins with these backticks and ends on this line. */
function codeSpan(rest: string, mark: string): string | undefined {
  const end = [...rest.slice(mark.length).matchAll(/`+/gu)].find(([run]) => run === mark)
  return end && rest.slice(0, end.index + 2 * mark.length)
}

function escaped(piece: string): string {
  if (piece === '<') return '\\<'
  // By its number: some readers take the escape off a bracket before they look for images.
  if (piece === '![') return '&#33;\\['
  return piece.startsWith('`') ? '\\`'.repeat(piece.length) : piece
}
