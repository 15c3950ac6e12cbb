import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { atStart, type Following, grew, scrolled } from './stick-to-end.ts'

/** How the region of messages scrolls. */
export interface Scroll {
  /** For the region that scrolls. */
  readonly region: RefObject<HTMLElement | null>
  /** For its one child that holds everything. */
  readonly content: RefObject<HTMLDivElement | null>
  /** Something came below what is seen. */
  readonly missed: boolean
  readonly toEnd: () => void
}

/**
 * Keeps the end in sight while it is in sight, and otherwise keeps what is read where it is: whatever
 * grows above it (older messages, Markdown in the place of plain text) moves the scroll along with
 * it. Done here and not by the browser's own anchoring, which not every browser has.
 *
 * @param shown another value begins at the end, as another conversation does
 * @param news another value says that something came at the end
 */
export function useScroll(shown: string, news: unknown): Scroll {
  const region = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef<Following>(atStart)
  const anchors = useRef<readonly Anchor[]>([])
  const [missed, setMissed] = useState(false)

  const settle = useCallback((next: Following) => {
    following.current = next
    setMissed(next.missed)
  }, [])

  useLayoutEffect(() => {
    const [scroller, inner] = [region.current, content.current]
    if (scroller === null || inner === null) return
    let height = 0
    const look = () => {
      height = scroller.scrollHeight
      anchors.current = anchorsOf(scroller, inner)
    }
    const onScroll = () => {
      settle(scrolled(following.current, positionOf(scroller)))
      // What grew in this very frame has moved what is read already: `onResize` puts it back first.
      if (scroller.scrollHeight === height) look()
    }
    const onResize = () => {
      // The person may have scrolled in this very frame: their event comes only with the next one.
      settle(scrolled(following.current, positionOf(scroller)))
      if (following.current.follows) scroller.scrollTop = scroller.scrollHeight
      else keep(scroller, anchors.current)
      look()
    }
    const watcher = new ResizeObserver(onResize)
    watcher.observe(scroller)
    watcher.observe(inner)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      watcher.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [settle])

  const toEnd = useCallback(() => {
    const scroller = region.current
    if (scroller === null) return
    settle({ follows: true, missed: false, top: scroller.scrollTop })
    scroller.scrollTop = scroller.scrollHeight
  }, [settle])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins at its end
  useLayoutEffect(toEnd, [shown, toEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: news are missed by whoever looks elsewhere
  useLayoutEffect(() => settle(grew(following.current)), [news, settle])

  return { region, content, missed, toEnd }
}

/** An element that is read, and how far below the region's upper edge it stands. */
interface Anchor {
  readonly element: Element
  readonly offset: number
}

function positionOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement) {
  return { top: scrollTop, height: scrollHeight, seen: clientHeight }
}

/**
 * What is in sight first, from the message down to the paragraph: of a message that turns from plain
 * text to Markdown the message itself remains.
 */
function anchorsOf(scroller: HTMLElement, inner: HTMLElement): readonly Anchor[] {
  const edge = scroller.getBoundingClientRect().top
  const anchors: Anchor[] = []
  let around: Element = inner
  for (;;) {
    const element = firstBelow(around, edge)
    const box = element?.getBoundingClientRect()
    if (element === undefined || box === undefined || box.height === 0) return anchors
    anchors.push({ element, offset: box.top - edge })
    // What begins below the edge is as good as anything in it.
    if (box.top >= edge) return anchors
    around = element
  }
}

/** By halves, since there may be a thousand messages. */
function firstBelow({ children }: Element, edge: number): Element | undefined {
  let [low, high] = [0, children.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const bottom = children[middle]?.getBoundingClientRect().bottom ?? 0
    if (bottom <= edge) low = middle + 1
    else high = middle
  }
  return children[low]
}

function keep(scroller: HTMLElement, anchors: readonly Anchor[]): void {
  const anchor = anchors.findLast(({ element }) => element.isConnected)
  if (anchor === undefined) return
  const now = anchor.element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  const moved = now - anchor.offset
  if (Math.abs(moved) >= 1) scroller.scrollTop += moved
}
