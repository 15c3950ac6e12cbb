/**
 * How many cells text takes on a terminal, and cutting it to fit.
 */

/** Cells of cleaned text on one line: wide letters and emoji take two, marks and joiners none. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes().segment(text)) width += graphemeWidth(segment)
  return width
}

/** Cuts to at most `cells`, with `…` in the last one where something is left out. */
export function fitWidth(text: string, cells: number): string {
  if (cells === Number.POSITIVE_INFINITY || displayWidth(text) <= cells) return text
  let width = 0
  let kept = ''
  for (const { segment } of graphemes().segment(text)) {
    width += graphemeWidth(segment)
    if (width > cells - 1) break
    kept += segment
  }
  return cells > 0 ? `${kept.trimEnd()}…` : ''
}

/** Fills with blanks up to `cells`. */
export function padWidth(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - displayWidth(text)))
}

/** Breaks at blanks so that each line takes at most `cells`; a longer word keeps its own line. */
export function wrapWidth(text: string, cells: number): readonly string[] {
  if (cells === Number.POSITIVE_INFINITY) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && displayWidth(longer) > cells) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** Breaks wherever a line is full, so that nothing is out of sight and nothing is changed. */
export function breakWidth(text: string, cells: number): readonly string[] {
  if (cells === Number.POSITIVE_INFINITY || displayWidth(text) <= cells) return [text]
  const lines: string[] = []
  let line = ''
  let width = 0
  for (const { segment } of graphemes().segment(text)) {
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

const plain = /^[\x20-\x7e]*$/
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u
const zero = /^[\p{M}\p{Cf}]+$/u

function graphemeWidth(grapheme: string): number {
  if (zero.test(grapheme)) return 0
  return wide.test(grapheme) ? 2 : 1
}

function graphemes(): Intl.Segmenter {
  return new Intl.Segmenter()
}
