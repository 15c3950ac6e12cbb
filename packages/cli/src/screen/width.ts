/**
 * How many cells text takes on a terminal, and cutting it to fit.
 */

/**
 * Cells of cleaned text on one line: wide letters and emoji take two, marks and joiners none, and
 * neither do the colours that we put around it.
 */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  const bare = withoutColours(text)
  for (const segment of lettersIn(bare)) width += graphemeWidth(segment)
  return width
}

/** Text without the sequences that colour it; every other sequence stays. */
export function withoutColours(text: string): string {
  return text.includes(introducer) ? text.replace(colours, '') : text
}

/** Cuts to at most `cells`, with `…` in the last one where something is left out. */
export function fitWidth(text: string, cells: number): string {
  if (cells === Number.POSITIVE_INFINITY || displayWidth(text) <= cells) return text
  let width = 0
  let kept = ''
  for (const segment of lettersIn(text)) {
    width += graphemeWidth(segment)
    if (width > cells - 1) break
    kept += segment
  }
  return cells > 0 ? `${kept.trimEnd()}…` : ''
}

/** `fitWidth`, that leaves no part of a word where a whole one can stand before the `…`. */
export function fitWords(text: string, cells: number): string {
  const cut = fitWidth(text, cells)
  if (cut === text) return text
  const kept = cut.slice(0, -1)
  const isBetweenWords = text[kept.length] === ' '
  const blank = kept.lastIndexOf(' ')
  return isBetweenWords || blank < kept.length / 2 ? cut : `${kept.slice(0, blank).trimEnd()}…`
}

/** Fills with blanks up to `cells`. */
export function padWidth(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - displayWidth(text)))
}

/**
 * Breaks at blanks, between wide letters (Chinese has no blanks), and in a path that is longer than
 * a line after a `/`, so that each line takes at most `cells`. A word that is longer still keeps its
 * own line. Colours in the text are kept and take no cells.
 */
export function wrapWidth(text: string, cells: number): readonly string[] {
  if (cells === Number.POSITIVE_INFINITY || displayWidth(text) <= cells) return [text]
  const lines: string[] = []
  let line = ''
  let width = 0
  for (const { text: piece, gap } of breakable(text, cells)) {
    const wide = displayWidth(piece)
    const blank = gap === 'blank' && line !== '' ? 1 : 0
    if (line !== '' && gap !== 'glued' && width + blank + wide > cells) {
      lines.push(line.trimEnd())
      line = piece
      width = wide
    } else {
      line += ' '.repeat(blank) + piece
      width += blank + wide
    }
  }
  return [...lines, line]
}

/** A piece of text that stays whole, and what parts it from the piece before. */
export interface Piece {
  readonly text: string
  /** `none`: a line may end before it, though no blank stands there. `glued`: none may. */
  readonly gap: 'blank' | 'none' | 'glued'
}

/** Takes text on one line apart at the places where a line may end. Joined, it is the text again. */
export function breakable(text: string, cells: number): readonly Piece[] {
  return text.split(' ').flatMap((word, index) =>
    wordPieces(word, cells).map(
      (piece, part): Piece => ({
        text: piece,
        gap: part > 0 ? 'none' : index > 0 ? 'blank' : 'glued',
      }),
    ),
  )
}

function wordPieces(word: string, cells: number): readonly string[] {
  const parts = plain.test(word) ? [word] : betweenWide(word)
  return parts.flatMap((part) =>
    displayWidth(part) <= cells ? [part] : (part.match(/[^/]*\/+|[^/]+$/gu) ?? [part]),
  )
}

/** Whether a line may end before this grapheme, whatever stands before it. */
export function isWideStart(grapheme: string): boolean {
  return graphemeWidth(grapheme) === 2 && !closing.test(grapheme)
}

function betweenWide(word: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  let before = ''
  for (const segment of lettersIn(word)) {
    const isAfterWide = before !== '' && graphemeWidth(before) === 2 && !opening.test(before)
    const mayEnd = isAfterWide ? !closing.test(segment) : isWideStart(segment)
    if (part !== '' && mayEnd && !opening.test(before)) {
      parts.push(part)
      part = ''
    }
    part += segment
    before = segment
  }
  return part === '' ? parts : [...parts, part]
}

/** Breaks wherever a line is full, so that nothing is out of sight and nothing is changed. */
export function breakWidth(text: string, cells: number): readonly string[] {
  if (cells === Number.POSITIVE_INFINITY || displayWidth(text) <= cells) return [text]
  if (plain.test(text)) {
    return Array.from({ length: Math.ceil(text.length / cells) }, (_, row) =>
      text.slice(row * cells, (row + 1) * cells),
    )
  }
  const lines: string[] = []
  let line = ''
  let width = 0
  for (const segment of lettersIn(text)) {
    const more = graphemeWidth(segment)
    if (width + more > cells && line !== '') {
      lines.push(line)
      line = ''
      width = 0
    }
    line += segment
    width += more
  }
  return [...lines, line]
}

const introducer = '\u001b'
const colours = new RegExp(`${introducer}\\[[0-9;]*m`, 'g')
/** Never at the start of a line, and never at its end. */
const closing = /^[、。，．：；？！）」』】》〉”’…,.:;?!)\]}%]/u
const opening = /^[（「『【《〈“‘([{]/u
const plain = /^[\x20-\x7e]*$/
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}/u
/** Draws nothing of its own: marks upon a letter, joiners, and the vowels and ends of Korean. */
const zero = /^[\p{Mn}\p{Me}\u200b-\u200f\u1160-\u11ff]/u
/** A picture, however many characters make it. */
const picture = /^\p{Emoji}(?!.*\p{Mc})/u
const pictured = /\p{Emoji_Presentation}|\ufe0f/u

/**
 * What a reader takes for one letter may be any number of characters (`ᄀᄀᄀ`, `काा`), and a terminal
 * draws each. Rather too many cells than too few: a row that is wider than it was measured goes on at
 * the left edge, where Skillet alone may begin.
 */
function graphemeWidth(grapheme: string): number {
  if (grapheme.length === 1 && single.test(grapheme)) return plain.test(grapheme) ? 1 : 2
  if (picture.test(grapheme) && pictured.test(grapheme)) return 2
  let width = 0
  for (const character of grapheme) {
    if (!zero.test(character)) width += wide.test(character) ? 2 : 1
  }
  return width
}

/** Latin, Japanese and Chinese of which each character is a letter: no mark can belong to the one before. */
const single =
  /^[\x20-\x7e\u3000-\u3029\u3041-\u3096\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60]*$/

/** Longer texts are taken apart piece by piece: the system's way takes quadratic time on them. */
const pieceLength = 1000

/** Made once, and where it is needed: that takes longer than many a text. */
let segmenter: Intl.Segmenter | undefined

/** What a reader takes for letters, in order. */
export function* lettersIn(text: string): Generator<string> {
  let rest = ''
  for (let at = 0; at < text.length; at += pieceLength) {
    const piece = rest + text.slice(at, at + pieceLength)
    if (single.test(piece)) {
      yield* piece.slice(0, -1)
      rest = piece.slice(-1)
      continue
    }
    rest = ''
    segmenter ??= new Intl.Segmenter()
    for (const { segment } of segmenter.segment(piece)) {
      // The last letter of a piece may go on in the next one.
      if (rest !== '') yield rest
      rest = segment
    }
  }
  if (rest !== '') yield rest
}
