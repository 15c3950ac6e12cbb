import { truncateToWidth, visibleWidth } from '@mariozechner/pi-tui'
import { plainEmoji } from './plain-emoji.ts'
import type { Console, Drawing, Size } from './types.ts'

const cursor = { show: '\u001b[?25h', hide: '\u001b[?25l' }
/** Between these a terminal that knows them shows nothing half drawn. */
const frame = { begin: '\u001b[?2026h', end: '\u001b[?2026l' }
const home = '\u001b[H'
const clearLine = '\u001b[2K'
const clearBelow = '\u001b[J'
const noColour = '\u001b[0m'

/** Writes drawings to a terminal, each in one piece, and of each what changed. */
export interface Painter {
  paint(draw: (size: Size, top: number | undefined) => Drawing): void
  /** The caret goes below all that was drawn, and is shown. */
  finish(): void
}

/** The rows that are on the screen, and where the caret stands among them. */
interface Shown {
  readonly rows: readonly string[]
  readonly caret: { readonly row: number; readonly column: number } | undefined
}

/**
 * Rows that have no room any more scroll off the screen as a terminal does it, and are never touched
 * again: a drawing costs what is visible, whatever stands above.
 */
export function createPainter(console: Console): Painter {
  let size: Size | undefined
  /** Place of the first row on the screen. */
  let top: number | undefined
  let shown: Shown = { rows: [], caret: undefined }
  /** The row of `shown` that the terminal's cursor is in. */
  let row = 0

  const goTo = (target: number): string => {
    const by = target - row
    row = target
    return by === 0 ? '' : `\u001b[${Math.abs(by)}${by > 0 ? 'B' : 'A'}`
  }

  /** All rows anew, on a screen of which nothing is known but that it is ours. */
  const writeAll = (rows: readonly string[]): string => {
    row = rows.length - 1
    return `${home}${rows.map((line) => clearLine + line).join('\r\n')}${clearBelow}`
  }

  const writeChanges = (rows: readonly string[]): string => {
    const before = shown.rows
    const written = rows.map((line, at) => {
      if (at < before.length) {
        return line === before[at] ? '' : `${goTo(at)}\r${clearLine}${line}`
      }
      if (at === 0) return line
      const below = `${goTo(at - 1)}\r\n${clearLine}${line}`
      row = at
      return below
    })
    const rest = rows.length < before.length ? `${goTo(rows.length)}\r${clearBelow}` : ''
    return written.join('') + rest
  }

  const placeCaret = (caret: Shown['caret']): string => {
    if (caret === undefined)
      return shown.caret === undefined && shown.rows.length > 0 ? '' : cursor.hide
    const isShown = shown.caret !== undefined
    return `${goTo(caret.row)}\u001b[${caret.column + 1}G${isShown ? '' : cursor.show}`
  }

  return {
    paint(draw) {
      const { columns, rows } = console
      const isResized = size !== undefined && (size.columns !== columns || size.rows !== rows)
      size = { columns, rows }
      const drawing = draw(size, isResized ? undefined : top)
      const { above, lines } = drawing
      // Of what is taller than the screen the beginning has left it, and may have to come back.
      const isAnew =
        isResized || (top !== undefined && above.end < top && above.end + lines.length < top + rows)
      const first = top === undefined || isAnew ? above.end + lines.length - rows : top
      const next = visible(drawing, first, columns)
      const overflow = Math.max(0, next.rows.length - rows)
      const written = isAnew ? writeAll(next.rows) : writeChanges(next.rows)
      row -= overflow
      top = above.end + lines.length - next.rows.length + overflow
      const caret =
        next.caret === undefined || next.caret.row < overflow
          ? undefined
          : { ...next.caret, row: next.caret.row - overflow }
      const isMoved =
        caret?.row !== shown.caret?.row || caret?.column !== shown.caret?.column || written !== ''
      const placed = isMoved ? placeCaret(caret) : ''
      shown = { rows: next.rows.slice(overflow), caret }
      if (written + placed !== '') console.write(`${frame.begin}${written}${placed}${frame.end}`)
    },
    finish() {
      const below = shown.rows.length === 0 ? '' : `${goTo(shown.rows.length - 1)}\r\n`
      console.write(below + cursor.show)
      shown = { rows: [], caret: undefined }
      top = undefined
      row = 0
    },
  }
}

/** The rows of a drawing from a place on, each as wide as the screen at most. */
function visible({ above, lines, caret }: Drawing, first: number, columns: number): Shown {
  const upper = above.end > first ? above.from(first) : []
  const hidden = Math.max(0, first - above.end)
  const all = [...upper, ...lines.slice(hidden)]
  const caretRow = caret === undefined ? -1 : upper.length + caret.row - hidden
  const rows = all.map((line, at) => fitting(line, columns, at === caretRow))
  if (caret === undefined || caretRow < 0) return { rows, caret: undefined }
  const before = lines[caret.row]?.slice(0, caret.offset) ?? ''
  return { rows, caret: { row: caretRow, column: Math.min(visibleWidth(before), columns - 1) } }
}

/** The text that is being written has its emoji as its caret counts them. */
function fitting(drawn: string, columns: number, hasCaret: boolean): string {
  const line = hasCaret ? drawn : plainEmoji(drawn)
  if (visibleWidth(line) > columns) return truncateToWidth(line, columns, '…')
  return line.includes('\u001b') ? line + noColour : line
}
