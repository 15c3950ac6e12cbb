import { startTransition, useEffect, useState } from 'react'
import { afterChange, afterSlice, firstShown } from './shown-messages.ts'

/**
 * How many messages, counted from the end, are on the page. The last fifty are there at once; older
 * ones come while nothing else is to be done.
 *
 * @param shown another value begins anew, as another conversation does
 */
export function useShown(shown: string, all: number): number {
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
    return whenIdle(() =>
      startTransition(() =>
        setState((before) => ({ ...before, count: afterSlice(before.count, before.all) })),
      ),
    )
  }, [count, all])
  return Math.min(count, all)
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work, { timeout: 2_000 })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(work, 50)
  return () => clearTimeout(id)
}
