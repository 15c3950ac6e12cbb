import type { Sentences } from '@skillet/language'
import { cleanLine } from '../../screen/clean.ts'
import type { Style } from '../../screen/terminal.ts'
import { displayWidth, fitWidth, padWidth } from '../../screen/width.ts'
import {
  type ArgumentField,
  type Chip,
  caretIn,
  type Draft,
  layOut,
  shownText,
} from '../composer/index.ts'
import type { Lines } from '../terminal/index.ts'

export interface ComposerView {
  readonly style: Style
  readonly words: Sentences
  readonly columns: number
  readonly rows: number
  /** Whether keys go here. */
  readonly active: boolean
}

/** Before each row of the text. */
export const promptCells = 2

/** The chip, its fields and the text, between two rules. */
export function drawComposer(draft: Draft, view: ComposerView): Lines {
  const { style, columns } = view
  const rule = style.dim('─'.repeat(columns))
  const chip = draft.chip === undefined ? [] : drawChip(draft.chip, view)
  const fields = drawFields(draft, view)
  const text = drawText(draft, view)
  const lines = [rule, ...chip, ...fields.lines, ...text.lines, rule]
  if (!view.active) return { lines }
  const [caret, above] =
    draft.focus === 'text'
      ? [text.caret, 1 + chip.length + fields.lines.length]
      : [fields.caret, 1 + chip.length]
  return caret === undefined ? { lines } : { lines, caret: { ...caret, row: caret.row + above } }
}

function drawChip(
  { callableAs, state, model }: Chip,
  { style, words, columns }: ComposerView,
): readonly string[] {
  const name = style.inverse(style.bold(` /${cleanLine(callableAs)} `))
  const notes =
    state.kind === 'gone'
      ? style.red(words.terminal.chipGone(state.reason))
      : state.kind === 'changed'
        ? style.yellow(`! ${words.terminal.chipChanged}`)
        : model === undefined
          ? style.dim(words.terminal.chipRemove)
          : style.dim(words.terminal.chipModel(cleanLine(model)))
  const room = columns - displayWidth(callableAs) - 6
  const plain = fitWidth(notes, room)
  return [`${name} ${displayWidth(notes) <= room ? notes : plain}`]
}

interface Placed {
  readonly lines: readonly string[]
  readonly caret?: { readonly row: number; readonly offset: number }
}

/** One line a field: label, value or placeholder, help where there is room. */
function drawFields({ chip, focus }: Draft, view: ComposerView): Placed {
  const fields = chip?.fields ?? []
  if (fields.length === 0) return { lines: [] }
  const { words, columns } = view
  const labels = fields.map(({ name }) => name ?? words.terminal.arguments)
  const widest = Math.min(Math.max(...labels.map(displayWidth)), Math.floor(columns / 3))
  const drawn = fields.map((field, index) =>
    drawField(field, fitWidth(labels[index] ?? '', widest), widest, focus === index, view),
  )
  const lines = drawn.map(({ line }) => line)
  const offset = focus === 'text' ? undefined : drawn[focus]?.offset
  return offset === undefined || focus === 'text'
    ? { lines }
    : { lines, caret: { row: focus, offset } }
}

function drawField(
  { value, placeholder, help }: ArgumentField,
  label: string,
  widest: number,
  isFocused: boolean,
  { style, columns }: ComposerView,
): { readonly line: string; readonly offset: number } {
  const mark = isFocused ? style.cyan('❯') : ' '
  const head = `${mark} ${isFocused ? style.bold(label) : style.dim(label)}${' '.repeat(widest - displayWidth(label))}  `
  const room = Math.max(8, columns - widest - 5)
  const before = value.text.slice(0, value.caret)
  // The end of a long value is where it is written.
  const from = displayWidth(before) < room ? 0 : before.length - lastFitting(before, room - 1)
  const shown = fitWidth(value.text.slice(from).replaceAll('\t', ' '), room)
  const text = value.text === '' ? style.dim(fitWidth(placeholder, room)) : shown
  const left = room - displayWidth(value.text === '' ? placeholder : shown) - 2
  const note = help === '' || left < 8 ? '' : `  ${style.dim(fitWidth(help, left))}`
  return {
    line: head + text + note,
    offset:
      head.length + (value.caret - from) + (value.text === '' ? dimOffset(style, placeholder) : 0),
  }
}

/** A placeholder is dimmed: the caret stands before its colour. */
function dimOffset(_style: Style, _placeholder: string): number {
  return 0
}

function lastFitting(text: string, cells: number): number {
  let width = 0
  let units = 0
  for (const letter of Array.from(text).reverse()) {
    width += displayWidth(letter)
    if (width > cells) break
    units += letter.length
  }
  return units
}

/** At most two fifths of the screen; what is longer scrolls so that the caret is seen. */
function drawText({ text: { text, caret }, chip, focus }: Draft, view: ComposerView): Placed {
  const { style, words, columns, rows: screenRows } = view
  const prompt = `${focus === 'text' ? style.cyan('›') : style.dim('›')} `
  if (text === '') {
    const hint =
      chip === undefined
        ? words.terminal.placeholder
        : chip.fields.length > 0
          ? words.terminal.fieldsHint
          : ''
    return {
      lines: [prompt + style.dim(fitWidth(hint, columns - promptCells))],
      caret: { row: 0, offset: prompt.length },
    }
  }
  const rows = layOut(text, columns - promptCells)
  const place = caretIn(rows, text, caret)
  const most = Math.max(3, Math.floor(screenRows * 0.4))
  const top = Math.max(0, Math.min(rows.length - most, place.row - Math.floor(most / 2)))
  const shown = rows.slice(top, top + most)
  const lines = shown.map((row, index) => (index === 0 && top === 0 ? prompt : '  ') + row.shown)
  const marks = rows.length > most ? scrollNote(top, most, rows.length, view) : []
  const row = place.row - top
  const start = rows[place.row]?.start ?? 0
  const prefix = row === 0 && top === 0 ? prompt.length : promptCells
  const before = shownText(text.slice(start, caret)).length
  return { lines: [...lines, ...marks], caret: { row, offset: prefix + before } }
}

function scrollNote(
  top: number,
  most: number,
  all: number,
  { style, words }: ComposerView,
): readonly string[] {
  const hidden = all - most
  return [
    style.dim(
      padWidth(`  … ${words.terminal.moreLines(String(hidden))} (${top + 1}–${top + most})`, 0),
    ),
  ]
}
