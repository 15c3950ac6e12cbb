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

/**
 * The whole of it, or so much that it fills half of what can be seen: large text may leave no place
 * where the whole can be scrolled to. And nothing lies over the middle or the corners of what is seen.
 */
function isInView(element: HTMLElement): boolean {
  const box = element.getBoundingClientRect()
  const around = clip(element)
  const seen = {
    left: Math.max(box.left, around.left),
    top: Math.max(box.top, around.top),
    right: Math.min(box.right, around.right),
    bottom: Math.min(box.bottom, around.bottom),
  }
  const height = seen.bottom - seen.top
  const room = around.bottom - around.top
  const enough = Math.min(box.height - 2, room / 2)
  if (height < Math.max(enough, 1) || seen.right - seen.left < box.width - 2) return false
  const points: readonly (readonly [number, number])[] = [
    [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2],
    [seen.left + 2, seen.top + 2],
    [seen.right - 2, seen.bottom - 2],
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
