import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { classes } from '../parts/index.ts'
import { rangeOf, rowFor, scrollFor } from './range.ts'

export interface WindowedListProps<T> {
  readonly items: readonly T[]
  /** The list's name, for screen readers. */
  readonly label: string
  readonly keyOf: (item: T) => string
  /** The key of the row that Tab reaches first, such as the one whose details are shown. */
  readonly current?: string | undefined
  /** One row. What can have focus in it carries `data-row` and this `tabIndex`. */
  readonly row: (item: T, tabIndex: 0 | -1) => ReactNode
  readonly className?: string
}

/**
 * A list of any length of which only the visible rows are in the page, each 4 rem high. One row is
 * reached by Tab; arrows, Page, Home and End move between rows. A row that has focus stays in the
 * page while it is scrolled away.
 */
export function WindowedList<T>(props: WindowedListProps<T>) {
  const { items, label, keyOf, current, row, className } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { top, height, rowHeight, probe, measure } = useView(scroller)
  const [focused, setFocused] = useState<string>()
  const wanted = useRef<string>(undefined)

  const indexOf = (key: string | undefined) =>
    key === undefined ? -1 : items.findIndex((item) => keyOf(item) === key)
  const focusedAt = indexOf(focused)
  const currentAt = indexOf(current)
  const reached = focusedAt >= 0 ? focusedAt : Math.max(currentAt, 0)
  const { first, end } = rangeOf({ top, height, rowHeight, count: items.length })

  // After a key the row may have to be drawn before it can have focus.
  useEffect(() => {
    if (wanted.current === undefined) return
    const rows = scroller.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []
    const element = [...rows].find(({ dataset }) => dataset['key'] === wanted.current)
    if (element === undefined) return
    wanted.current = undefined
    element.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
  })
  // The row whose details are shown is in view when the page opens with it.
  const isKnown = currentAt >= 0 && rowHeight > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another row is current
  useEffect(() => {
    if (isKnown)
      scroller.current?.scrollTo({ top: scrollFor(currentAt, { top, height, rowHeight }) })
  }, [current, isKnown])

  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor(height / Math.max(rowHeight, 1)) - 1)
    const to = rowFor(event.key, reached, items.length, page)
    const item = to === undefined ? undefined : items[to]
    if (to === undefined || item === undefined) return
    event.preventDefault()
    wanted.current = keyOf(item)
    setFocused(keyOf(item))
    scroller.current?.scrollTo({ top: scrollFor(to, { top, height, rowHeight }) })
    measure()
  }
  const drawn = items.slice(first, end).map((_, at) => first + at)
  if (items.length > 0 && !drawn.includes(reached)) drawn.push(reached)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside bubble up to here
    <div
      ref={scroller}
      onScroll={measure}
      onKeyDown={move}
      className={classes('relative min-h-0 flex-1 overflow-y-auto', className)}
    >
      <div ref={probe} aria-hidden="true" className="absolute h-16 w-0" />
      <ul aria-label={label} className="relative" style={{ height: items.length * rowHeight }}>
        {drawn.map((at) => {
          const item = items[at]
          if (item === undefined) return null
          const key = keyOf(item)
          return (
            <li
              key={key}
              data-key={key}
              aria-setsize={items.length}
              aria-posinset={at + 1}
              onFocus={() => setFocused(key)}
              className="absolute inset-x-0 h-16"
              style={{ top: at * rowHeight }}
            >
              {row(item, at === reached ? 0 : -1)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What of the list is in view. The height of a row follows the size of the page's text. */
function useView(scroller: RefObject<HTMLDivElement | null>) {
  const [view, setView] = useState({ top: 0, height: 0, rowHeight: 0 })
  const probe = useRef<HTMLDivElement>(null)
  const measure = () => {
    const { current: box } = scroller
    const rowHeight = probe.current?.offsetHeight ?? 0
    if (box === null) return
    const { scrollTop: top, clientHeight: height } = box
    setView((now) =>
      now.top === top && now.height === height && now.rowHeight === rowHeight
        ? now
        : { top, height, rowHeight },
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measure` reads the elements as they are
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    for (const element of [scroller.current, probe.current]) {
      if (element !== null) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [])
  return { ...view, probe, measure }
}
