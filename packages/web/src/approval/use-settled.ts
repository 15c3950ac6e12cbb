import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isSettled, type Look, look, type Settling, unsettled } from './settle.ts'

/** Whether an element has been in view and still for long enough. */
export interface Settled {
  /** For the look of the buttons; `check` decides. */
  readonly settled: boolean
  /** At this moment. */
  readonly check: () => boolean
}

/**
 * Watches an element frame by frame while it is on the page, and once more when it is pressed: what
 * was drawn last may have moved since. Time begins anew when the page was hidden.
 */
export function useSettled(element: RefObject<HTMLElement | null>): Settled {
  const state = useRef<Settling>(unsettled)
  const [settled, setSettled] = useState(false)

  const check = (now = performance.now()): boolean => {
    if (element.current !== null) state.current = look(state.current, lookAt(element.current, now))
    return isSettled(state.current)
  }
  const watch = useEffectEvent((now: number) => setSettled(check(now)))

  useEffect(() => {
    let frame = requestAnimationFrame(function next(now) {
      watch(now)
      frame = requestAnimationFrame(next)
    })
    const hide = () => {
      if (document.visibilityState === 'hidden') state.current = unsettled
    }
    document.addEventListener('visibilitychange', hide)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [])

  return { settled, check: () => check() }
}

function lookAt(element: HTMLElement, now: number): Look {
  const { left, top } = element.getBoundingClientRect()
  return { inView: isInView(element), left, top, now }
}

/** The whole of it, and nothing lies over its middle or its corners. */
function isInView(element: HTMLElement): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const seen = clip(element)
  const isInside =
    top >= seen.top - 1 &&
    bottom <= seen.bottom + 1 &&
    left >= seen.left - 1 &&
    right <= seen.right + 1
  if (!isInside || bottom - top < 1) return false
  const points: readonly (readonly [number, number])[] = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 2, top + 2],
    [right - 2, bottom - 2],
  ]
  return points.every(([x, y]) => {
    const there = document.elementFromPoint(x, y)
    return there !== null && (element.contains(there) || there.contains(element))
  })
}

/** What can be seen of the page through everything that scrolls around an element. */
function clip(element: HTMLElement) {
  const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === 'visible') continue
    const box = around.getBoundingClientRect()
    seen.left = Math.max(seen.left, box.left)
    seen.top = Math.max(seen.top, box.top)
    seen.right = Math.min(seen.right, box.right)
    seen.bottom = Math.min(seen.bottom, box.bottom)
  }
  return seen
}
