import { calledAs, nearNames, type Offer } from '@skillet/core/menu'
import { useEffect, useId, useRef } from 'react'
import { Link } from 'wouter'
import { useWidth } from '../../frame/index.ts'
import { showHidden, showHiddenLine } from '../../hidden-codes/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Notice } from '../../parts/index.ts'
import { viewAddress } from '../../skills-view/index.ts'
import { usePage } from '../../state/index.ts'
import type { MenuRow, MenuSource, SkillRow } from '../menu/index.ts'
import { Row } from './row.tsx'

export interface MenuProps {
  /** Of the list; the rows' ids begin with it. */
  readonly id: string
  readonly offer: Offer<SkillRow>
  readonly source: MenuSource
  readonly highlighted: string | undefined
  readonly onPoint: (row: string) => void
  readonly onChoose: (row: string) => void
}

/** The id of a row's element: of its place, since a path may hold blanks. */
export function rowId(list: string, at: number): string {
  return `${list}-${at}`
}

/** The open menu, above the box. A press in it takes no focus from the text. */
export function Menu(props: MenuProps) {
  const { id, offer, source, highlighted, onPoint, onChoose } = props
  const { composer } = useSentences()
  const width = useWidth()
  const { rows } = offer
  const current = rows.find(({ row }) => row.id === highlighted)?.row
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div
      data-part="menu"
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 bottom-full z-30 mb-1 flex flex-col overflow-hidden rounded-float border border-control bg-raised shadow-float"
    >
      <div className="flex min-h-0">
        <div
          id={id}
          role="listbox"
          aria-label={composer.menu}
          tabIndex={-1}
          className="max-h-[min(18rem,48dvh)] min-w-0 flex-1 overflow-y-auto overscroll-contain p-1 outline-none medium:max-h-[min(19rem,48dvh)]"
        >
          <List {...{ id, offer, highlighted, onPoint, onChoose }} />
        </div>
        {width === 'wide' && current !== undefined && <Preview row={current} />}
      </div>
      {width === 'medium' && current !== undefined && (
        <p className="line-clamp-3 border-t border-line px-3 py-2 text-label break-words text-text2">
          <span className="font-semibold text-text">/{showHiddenLine(calledAs(current))}</span>{' '}
          {showHidden(current.description)}
        </p>
      )}
      {rows.length === 0 && <NoRows source={source} typed={offer.token.typed} />}
      <Footer source={source} more={offer.more} />
    </div>
  )
}

type ListProps = Omit<MenuProps, 'source'>

/** Commands under their label, then skills. The highlighted row is always in view. */
function List({ id, offer, highlighted, onPoint, onChoose }: ListProps) {
  const { menu } = useSentences()
  const { rows } = offer
  const labels = useId()
  const current = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may be out of view after either changed
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [highlighted, rows])
  const firstSkill = rows.findIndex(({ row }) => row.kind === 'skill')
  const commands = firstSkill < 0 ? rows.length : firstSkill
  const drawn = rows.map(({ row, ranges }, at) => (
    <Row
      key={row.id}
      ref={row.id === highlighted ? current : undefined}
      id={rowId(id, at)}
      row={row}
      ranges={ranges}
      selected={row.id === highlighted}
      place={{ at: at + 1, of: rows.length }}
      onPoint={onPoint}
      onChoose={onChoose}
    />
  ))
  if (commands === 0) return drawn
  return (
    <>
      <Group id={`${labels}-commands`} label={menu.commandsLabel}>
        {drawn.slice(0, commands)}
      </Group>
      {commands < rows.length && (
        <Group id={`${labels}-skills`} label={menu.skillsLabel}>
          {drawn.slice(commands)}
        </Group>
      )}
    </>
  )
}

interface GroupProps {
  readonly id: string
  readonly label: string
  readonly children: React.ReactNode
}

function Group({ id, label, children }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: options of a listbox stand in groups, not in fieldsets
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-3 py-1 text-label font-semibold text-text2">
        {label}
      </p>
      {children}
    </div>
  )
}

/** The whole text of the highlighted row, beside the list. */
function Preview({ row }: { readonly row: MenuRow }) {
  const { composer, menu } = useSentences()
  const hint = row.kind === 'skill' ? row.entry.argumentHint : row.hint
  return (
    <div className="max-h-[min(19rem,48dvh)] w-72 shrink-0 overflow-y-auto border-l border-line p-3 text-interface">
      <p className="font-semibold break-words">/{showHiddenLine(calledAs(row))}</p>
      {hint !== undefined && hint !== '' && (
        <p className="font-mono text-label break-words text-text2">{showHiddenLine(hint)}</p>
      )}
      {row.kind === 'skill' && (
        <p className="pt-1 text-label break-words text-text3">
          {menu.scope(row.entry.scope)} · {showHiddenLine(row.entry.path)}
        </p>
      )}
      <p className="pt-2 break-words whitespace-pre-wrap text-text2">
        {row.description === '' ? composer.noDescription : showHidden(row.description)}
      </p>
    </div>
  )
}

function NoRows({ source, typed }: { readonly source: MenuSource; readonly typed: string }) {
  const { composer, menu } = useSentences()
  const { list } = useFormat()
  const problem = usePage((page) => page.skillsProblem)
  if (problem !== undefined && source.skills.length === 0) {
    return (
      <Notice tone="danger" className="px-3 py-2">
        {composer.menuFailed(problem.message)}
      </Notice>
    )
  }
  if (source.skills.length === 0) {
    return (
      <div className="px-3 py-2 text-text2">
        <p>{menu.noSkills}</p>
        {source.folders.length > 0 && (
          <p className="break-words">{menu.looked(list(source.folders.map(showHiddenLine)))}</p>
        )}
        <p>{menu.howToMake}</p>
      </div>
    )
  }
  const near = nearNames(source, typed)
  return (
    <p className="px-3 py-2 break-words text-text2">
      {menu.noMatch}{' '}
      {near.length > 0 && menu.near(list(near.map((name) => `/${showHiddenLine(name)}`)))}
    </p>
  )
}

/** Outside the list: how many more match, how many skills wait or are broken, and the way to them. */
function Footer({ source, more }: { readonly source: MenuSource; readonly more: number }) {
  const { composer, menu } = useSentences()
  const link =
    'text-accent underline coarse:inline-flex coarse:min-h-11 coarse:min-w-11 coarse:items-center'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1 text-label text-text2">
      {more > 0 && <span className="tabular-nums">{menu.more(more)}</span>}
      {source.untrusted > 0 && (
        <Link href={viewAddress({ states: ['untrusted'], text: '' })} className={link}>
          {menu.untrusted(source.untrusted)}
        </Link>
      )}
      {source.invalid > 0 && (
        <Link href={viewAddress({ states: ['invalid'], text: '' })} className={link}>
          {menu.invalid(source.invalid)}
        </Link>
      )}
      <Link href="/skills" className={`${link} ml-auto`}>
        {composer.openSkills}
      </Link>
    </div>
  )
}
