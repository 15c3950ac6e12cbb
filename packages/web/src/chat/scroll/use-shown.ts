import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { afterChange, afterSlice, firstShown } from './shown-messages.ts'

/**
 * How many messages, counted from the end, are on the page. The last fifty are there at once; older
 * ones come while nothing else is to be done.
 *
 * @param shown another value begins anew, as another conversation does
 * @param region none come while the person scrolls it: what moves by itself cannot be kept in place
 */
export function useShown(
  shown: string,
  all: number,
  region: RefObject<HTMLElement | null>,
): number {
  const touched = useTouched(region)
  const [state, setState] = useState({ shown, all, count: Math.min(all, firstShown) })
  const changed =
    state.shown !== shown
      ? { shown, all, count: Math.min(all, firstShown) }
      : state.all !== all
        ? { shown, all, count: afterChange(state.count, state.all, all) }
        : state
  if (changed !== state) setState(changed)

  const { count } = changed
  useEffect(() => {
    if (count >= all) return
    return whenIdle(
      () => performance.now() - touched.current >= restMs,
      () =>
        startTransition(() =>
          setState((before) => ({ ...before, count: afterSlice(before.count, before.all) })),
        ),
    )
  }, [count, all, touched])
  return Math.min(count, all)
}

/** A scroll by wheel or finger runs on for so long, in milliseconds. */
const restMs = 400

/** When the person last touched the region, by the clock of `performance`. */
function useTouched(region: RefObject<HTMLElement | null>): RefObject<number> {
  const touched = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const { current } = region
    const touch = (event: Event) => {
      if (event instanceof PointerEvent && event.buttons === 0) return
      touched.current = performance.now()
    }
    for (const kind of touches) current?.addEventListener(kind, touch, { passive: true })
    return () => {
      for (const kind of touches) current?.removeEventListener(kind, touch)
    }
  }, [region])
  return touched
}

const touches = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove'] as const

/** Safari has no idle callbacks. */
function whenIdle(isTime: () => boolean, work: () => void): () => void {
  let cancel = () => {}
  const attempt = () => (isTime() ? work() : wait())
  const wait = () => {
    if (typeof requestIdleCallback === 'function') {
      const id = requestIdleCallback(attempt, { timeout: 2_000 })
      cancel = () => cancelIdleCallback(id)
    } else {
      const id = setTimeout(attempt, 50)
      cancel = () => clearTimeout(id)
    }
  }
  wait()
  return () => cancel()
}
