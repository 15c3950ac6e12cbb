import { calledAs, nearNames, type OfferedRow, type OpenMenu } from '@skillet/core/menu'
import type { Sentences } from '@skillet/language'
import type { Style } from '../../screen/terminal.ts'
import { displayWidth, fitWidth, padWidth } from '../../screen/width.ts'
import { wrapText } from '../../screen/wrap.ts'
import type { MenuSource, SkillRow } from '../menu/index.ts'

type Menu = OpenMenu<SkillRow>
type Row = OfferedRow<SkillRow>

export interface MenuView {
  readonly style: Style
  readonly words: Sentences
  readonly columns: number
  readonly rows: number
}

/** The open menu below the text: rows of one line each, more about the highlighted one, a footer. */
export function drawMenu(menu: Menu, source: MenuSource, view: MenuView): readonly string[] {
  const { style, words, columns } = view
  if (menu.rows.length === 0) return drawEmpty(menu.token.typed, source, view)
  const lines = withLabels(menu, words)
  const visible = window(lines, menu.at, visibleRows(view.rows))
  const nameWidth = nameColumn(menu.rows, columns)
  const rows = visible.map((line) =>
    'label' in line
      ? style.dim(`  ${line.label}`)
      : drawRow(line.offered, line.index === menu.at, nameWidth, view),
  )
  return [
    ...rows,
    ...preview(menu, view),
    style.dim(fitWidth(`  ${footer(menu, source, view)}`, columns)),
  ]
}

/** At least 4, at most 12 rows, and never more than two fifths of the screen. */
export function visibleRows(rows: number): number {
  return Math.max(4, Math.min(12, Math.floor(rows * 0.4)))
}

type Line = { readonly label: string } | { readonly offered: Row; readonly index: number }

/** Labels stand only where there are both commands and skills. */
function withLabels({ rows }: Menu, { menu }: Sentences): readonly Line[] {
  const kinds = new Set(rows.map(({ row }) => row.kind))
  return rows.flatMap((offered, index): Line[] => {
    const isFirst = rows[index - 1]?.row.kind !== offered.row.kind
    const label = offered.row.kind === 'command' ? menu.commandsLabel : menu.skillsLabel
    return [...(kinds.size > 1 && isFirst ? [{ label }] : []), { offered, index }]
  })
}

/** The part of the list that shows the highlighted row, moved no further than it must. */
function window(lines: readonly Line[], highlight: number, size: number): readonly Line[] {
  const at = lines.findIndex((line) => 'index' in line && line.index === highlight)
  const top = Math.max(0, Math.min(lines.length - size, at - Math.floor(size / 2)))
  return lines.slice(top, top + size)
}

/** Names share a column of at most two fifths; a longer one takes what it needs. */
function nameColumn(rows: readonly Row[], columns: number): number {
  const widest = Math.max(...rows.map(({ row }) => displayWidth(`/${calledAs(row)}`)))
  return Math.min(widest, Math.floor(columns * 0.4))
}

function drawRow(
  { row, ranges }: Row,
  isHighlighted: boolean,
  nameWidth: number,
  { style, columns }: MenuView,
): string {
  const mark = isHighlighted ? style.cyan('❯ ') : '  '
  const call = `/${calledAs(row)}`
  const badge = row.kind === 'skill' ? row.source : ''
  const badgeRoom = badge === '' || columns < 50 ? 0 : displayWidth(badge) + 2
  const room = columns - 2 - badgeRoom
  // The name keeps its room, whatever else there would be to say.
  const name = fitWidth(call, room)
  const rest = room - Math.max(displayWidth(name), nameWidth) - 2
  const hint = row.hint === '' || rest < 12 ? '' : fitWidth(row.hint, Math.floor(rest / 2))
  const left = rest - (hint === '' ? 0 : displayWidth(hint) + 2)
  const text = left < 6 ? '' : fitWidth(row.description, left)
  const coloured = highlighted(name, call, row.name, ranges, isHighlighted, style)
  const shownHint = hint === '' ? '' : `  ${style.cyan(hint)}`
  const shownText = text === '' ? '' : `  ${isHighlighted ? text : style.dim(text)}`
  const padding = ' '.repeat(Math.max(0, nameWidth - displayWidth(name)))
  const line = `${mark}${coloured}${padding}${shownHint}${shownText}`
  if (badgeRoom === 0) return line
  const used = 2 + displayWidth(name) + padding.length + widthOf(hint) + widthOf(text)
  return `${line}${' '.repeat(Math.max(2, columns - used - displayWidth(badge)))}${style.dim(badge)}`
}

function widthOf(part: string): number {
  return part === '' ? 0 : displayWidth(part) + 2
}

/** The letters of the name that were typed stand out. */
function highlighted(
  shown: string,
  call: string,
  name: string,
  ranges: Row['ranges'],
  isHighlighted: boolean,
  style: Style,
): string {
  const base = isHighlighted ? style.bold : (text: string) => text
  if (ranges.length === 0 || shown !== call || !call.endsWith(name)) return base(shown)
  const offset = call.length - name.length
  let at = 0
  let line = ''
  for (const { start, end } of ranges) {
    line +=
      base(call.slice(at, offset + start)) +
      style.underline(base(call.slice(offset + start, offset + end)))
    at = offset + end
  }
  return line + base(call.slice(at))
}

const previewLines = 2

/** The whole description of the highlighted row where its line had no room for it. */
function preview({ current }: Menu, { style, columns }: MenuView): readonly string[] {
  const row = current?.row
  if (row === undefined) return []
  const hint = row.hint === '' ? '' : `${row.hint} · `
  const lines = wrapText(`${hint}${row.description}`, { columns, first: '  ', rest: '  ' })
  const shown = lines.slice(0, previewLines)
  const cut = lines.length > previewLines
  return [
    '',
    ...shown.map((line, index) =>
      style.dim(cut && index === previewLines - 1 ? fitWidth(`${line} …`, columns) : line),
    ),
    ...Array.from({ length: previewLines - shown.length }, () => ''),
  ]
}

function footer({ rows, at, more }: Menu, source: MenuSource, { words }: MenuView): string {
  const { menu } = words
  const waiting = [
    ...(source.untrusted > 0 ? [menu.untrusted(source.untrusted)] : []),
    ...(source.invalid > 0 ? [menu.invalid(source.invalid)] : []),
  ]
  return [
    menu.place(at + 1, rows.length),
    ...(more > 0 ? [menu.more(more)] : []),
    ...waiting,
    ...(waiting.length > 0 ? [menu.seeSkills] : []),
  ].join(' · ')
}

function drawEmpty(
  typed: string,
  source: MenuSource,
  { style, words, columns }: MenuView,
): readonly string[] {
  const { menu } = words
  const none = source.skills.length === 0
  const names = nearNames(source, typed).map((name) => `/${name}`)
  const near = names.length === 0 ? [] : [menu.near(names.join(', '))]
  const lines = none
    ? [menu.noSkills, menu.looked(source.folders.join(', ')), menu.howToMake]
    : [[menu.noMatch, ...near].join(' ')]
  const waiting = [
    ...(source.untrusted > 0 ? [menu.untrusted(source.untrusted)] : []),
    ...(source.invalid > 0 ? [menu.invalid(source.invalid)] : []),
  ]
  const more = waiting.length > 0 ? [[...waiting, menu.seeSkills].join(' · ')] : []
  return [...lines, ...more]
    .flatMap((line) => wrapText(line, { columns, first: '  ', rest: '  ' }))
    .map((line) => style.dim(padWidth(line, 0)))
}
