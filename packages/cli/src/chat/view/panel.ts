import type { Sentences } from '@skillet/language'
import { count } from '../../screen/numbers.ts'
import type { Style } from '../../screen/terminal.ts'
import { displayWidth, fitWidth, padWidth } from '../../screen/width.ts'
import { wrapText } from '../../screen/wrap.ts'
import {
  type ListPanel,
  type ListRow,
  type PagerPanel,
  type PagerTerm,
  type Panel,
  shownRows,
} from '../panels/index.ts'
import type { Lines } from '../terminal/index.ts'

export interface PanelView {
  readonly style: Style
  readonly words: Sentences
  readonly columns: number
  readonly rows: number
}

/** A panel in the place of the composer, as tall as it needs, at most the screen less two rows. */
export function drawPanel(panel: Panel, view: PanelView): Lines {
  return panel.kind === 'list' ? drawList(panel, view) : drawPager(panel, view)
}

function drawList(panel: ListPanel, view: PanelView): Lines {
  const { style, words, columns } = view
  const rows = shownRows(panel)
  const found = rows.findIndex(({ id }) => id === panel.highlight)
  const at = Math.max(0, found)
  const keys = wrapText(panel.keys, { columns }).map(style.dim)
  const size = Math.max(3, Math.min(20, view.rows - 7 - keys.length - panel.head.length))
  const top = Math.max(0, Math.min(rows.length - size, at - Math.floor(size / 2)))
  const nameWidth = Math.min(
    Math.max(0, ...rows.slice(top, top + size).map(({ name }) => displayWidth(name))),
    Math.floor(columns * 0.45),
  )
  const drawn = rows
    .slice(top, top + size)
    .map((row, index) => drawListRow(row, top + index === at, nameWidth, view))
  const shown = words.terminal.shownOf(count(rows.length), count(panel.rows.length))
  const filter = `${style.cyan('›')} ${panel.filter}`
  const head = [
    style.dim('─'.repeat(columns)),
    `${style.bold(panel.title)} ${style.dim(shown)}`,
    ...panel.head.flatMap((line) => wrapText(line, { columns })),
    ...groupLine(panel, view),
    filter,
  ]
  const empty = rows.length === 0 ? [style.dim(`  ${panel.empty}`)] : []
  return {
    lines: [...head, ...drawn, ...empty, ...keys, style.dim('─'.repeat(columns))],
    caret: { row: head.length - 1, offset: filter.length },
  }
}

function groupLine(
  { groups, group, rows }: ListPanel,
  { style, words, columns }: PanelView,
): readonly string[] {
  if (groups.length === 0) return []
  const parts = [{ id: undefined, label: words.terminal.all }, ...groups].map(({ id, label }) => {
    const size = id === undefined ? rows.length : rows.filter((row) => row.group === id).length
    const text = `${label} ${count(size)}`
    return id === group ? style.bold(style.underline(text)) : style.dim(text)
  })
  return wrapText(parts.join('  '), { columns })
}

function drawListRow(
  { sign, name, detail, bar, badge }: ListRow,
  isHighlighted: boolean,
  nameWidth: number,
  { style, columns }: PanelView,
): string {
  const mark = isHighlighted ? style.cyan('❯ ') : '  '
  // Where there is no room for both, what a row is about goes before what is said beside it.
  const isNarrow = columns < 50 && bar === undefined
  const badgeRoom = badge === '' || isNarrow ? 0 : displayWidth(badge) + 2
  const signRoom = sign === '' ? 0 : displayWidth(sign) + 1
  const shownName = padWidth(fitWidth(name, nameWidth), nameWidth)
  const rest = columns - 2 - signRoom - nameWidth - 2 - badgeRoom
  const shown = bar === undefined ? fitWidth(detail, rest) : barOf(bar, rest)
  const text = rest < 6 ? '' : shown
  const head = `${mark}${sign === '' ? '' : `${sign} `}${isHighlighted ? style.bold(shownName) : shownName}`
  const line = text === '' ? head : `${head}  ${isHighlighted ? text : style.dim(text)}`
  if (badgeRoom === 0) return line
  const used = 2 + signRoom + nameWidth + (text === '' ? 0 : displayWidth(text) + 2)
  return `${line}${' '.repeat(Math.max(2, columns - used - displayWidth(badge)))}${style.dim(badge)}`
}

/** What is there has a cell, however little it is. */
function barOf(share: number, room: number): string {
  const cells = Math.round(share * Math.min(24, room))
  return '▇'.repeat(Math.max(share > 0 ? 1 : 0, cells))
}

function drawPager(
  { title, lines, top, actions }: PagerPanel,
  { style, words, columns, rows }: PanelView,
): Lines {
  const terms = lines.flatMap((line) => (typeof line === 'string' ? [] : displayWidth(line.term)))
  const termWidth = Math.min(34, Math.max(0, ...terms))
  const wrapped = lines.flatMap((line) =>
    typeof line === 'string'
      ? wrapWhole(line, columns)
      : drawTerm(line, { style, columns, termWidth }),
  )
  const size = Math.max(3, rows - 7)
  const last = Math.max(0, wrapped.length - size)
  const first = Math.min(top, last)
  const shown = wrapped.slice(first, first + size)
  const place =
    wrapped.length > size
      ? ` ${style.dim(words.terminal.shownOf(`${count(first + 1)}–${count(first + shown.length)}`, count(wrapped.length)))}`
      : ''
  const keys = actions.map(({ key, label }) => `${style.bold(key)} ${label}`).join('   ')
  return {
    lines: [
      style.dim('─'.repeat(columns)),
      `${style.bold(fitWidth(title, columns - 24))}${place}`,
      '',
      ...shown,
      '',
      ...(keys === '' ? [] : wrapText(keys, { columns })),
      style.dim(fitWidth(words.terminal.pagerKeys, columns)),
      style.dim('─'.repeat(columns)),
    ],
  }
}

/** Cells of a text that still reads well beside its term. */
const leastText = 24

function drawTerm(
  { term, text }: PagerTerm,
  {
    style,
    columns,
    termWidth,
  }: Pick<PanelView, 'style' | 'columns'> & { readonly termWidth: number },
): readonly string[] {
  const isBeside = displayWidth(term) <= termWidth && columns - termWidth - 2 >= leastText
  if (!isBeside)
    return [style.bold(fitWidth(term, columns)), ...wrapText(text, { columns, first: '  ' })]
  const margin = ' '.repeat(termWidth + 2)
  const [first = '', ...rest] = wrapText(text, { columns, first: margin })
  return [`${style.bold(padWidth(term, termWidth))}${first.slice(termWidth)}`, ...rest]
}

/** Lines of a text keep their indentation when they go on. */
function wrapWhole(line: string, columns: number): readonly string[] {
  if (displayWidth(line) <= columns) return [line]
  const margin = /^ */u.exec(line)?.[0] ?? ''
  return wrapText(line.slice(margin.length), { columns, first: margin, rest: `${margin}  ` })
}
