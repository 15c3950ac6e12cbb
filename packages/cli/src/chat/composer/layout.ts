import { displayWidth } from '../../screen/width.ts'
import { plainEmoji } from '../terminal/plain-emoji.ts'
import { lettersOf } from './text-field.ts'

/** One row of a text that is being written. */
export interface Row {
  /** In UTF-16 units of the text; `end` is exclusive and stands before the line break. */
  readonly start: number
  readonly end: number
  /** As drawn: a tab takes four cells. */
  readonly shown: string
}

const tab = '    '

/** Breaks a text into rows of at most `cells`: at blanks where it can, else where the row is full. */
export function layOut(text: string, cells: number): readonly Row[] {
  const rows: Row[] = []
  let start = 0
  for (const line of text.split('\n')) {
    rows.push(...layOutLine(line, start, cells))
    start += line.length + 1
  }
  return rows
}

function layOutLine(line: string, offset: number, cells: number): readonly Row[] {
  if (line.length <= cells && plain.test(line)) {
    return [{ start: offset, end: offset + line.length, shown: line }]
  }
  const rows: Row[] = []
  const letters = lettersOf(line)
  let from = 0
  let at = 0
  let width = 0
  /** Behind the last blank of the row: it may end there. */
  let mayEnd = 0
  const endRow = (end: number) => {
    const shown = shownText(line.slice(from, end))
    rows.push({ start: offset + from, end: offset + end, shown })
    from = end
    mayEnd = end
    width = displayWidth(shownText(line.slice(from, at)))
  }
  for (const letter of letters) {
    const wide = letter === '\t' ? tab.length : displayWidth(letter)
    // A blank that finds no room hangs over the edge, where nobody sees it.
    if (width + wide > cells && letter !== ' ') endRow(mayEnd > from ? mayEnd : at)
    at += letter.length
    width += wide
    if (letter === ' ' || letter === '\t' || wide === 2) mayEnd = at
  }
  endRow(line.length)
  return rows
}

/** Where the caret stands: the row, and the cells before it. */
export function caretIn(rows: readonly Row[], text: string, caret: number) {
  const found = rows.findLastIndex(({ start }) => start <= caret)
  const index = Math.max(0, found)
  const row = rows[index]
  const before = shownText(text.slice(row?.start ?? 0, caret))
  return { row: index, column: displayWidth(before) }
}

/** The place in a row that is nearest to a column. */
export function placeAt(row: Row, text: string, column: number): number {
  let width = 0
  let at = row.start
  for (const letter of lettersOf(text.slice(row.start, row.end))) {
    const wide = letter === '\t' ? tab.length : displayWidth(letter)
    if (width + wide > column) return at
    width += wide
    at += letter.length
  }
  return at
}

/** A text as its row shows it. */
export function shownText(text: string): string {
  return plainEmoji(text.replaceAll('\t', tab))
}

const plain = /^[\x20-\x7e]*$/
