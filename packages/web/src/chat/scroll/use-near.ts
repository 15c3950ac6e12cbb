import { type RefObject, startTransition, useEffect, useState } from 'react'

/** This far from what is seen, in px, a message is made ready. */
const margin = 1200

/**
 * Whether an element has come near to what is seen. Once it has, it stays so.
 *
 * @param first near from the start
 */
export function useNear(element: RefObject<HTMLElement | null>, first: boolean): boolean {
  const [near, setNear] = useState(first)
  useEffect(() => {
    if (near || element.current === null) return
    if (typeof IntersectionObserver === 'undefined') return setNear(true)
    const watcher = new IntersectionObserver(
      (entries) => {
        // In slices between frames: many come near at once when the bar is dragged.
        if (entries.some(({ isIntersecting }) => isIntersecting))
          startTransition(() => setNear(true))
      },
      { rootMargin: `${margin}px 0px`, root: element.current.closest('[data-scrolls]') },
    )
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [near, element])
  return near
}
