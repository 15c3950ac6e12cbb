import { useCallback, useEffect, useRef, useState } from 'react'
import { asProblem, type Problem } from '../api/index.ts'

/** Something that a person asked for, which may take a moment and may fail. */
export interface Action {
  /** Does it. A second call while one is under way does nothing. Resolves to whether it worked. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  readonly busy: boolean
  /** Why it came to nothing the last time. */
  readonly problem: Problem | undefined
}

/**
 * Runs what a button asks for, and keeps what went wrong for the place beside it.
 *
 * @example
 * const { run, busy, problem } = useAction()
 * <Button busy={busy} onClick={() => run(() => stop(id))}>…</Button>
 */
export function useAction(): Action {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const underWay = useRef(false)
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  const run = useCallback(async (work: () => Promise<unknown>) => {
    if (underWay.current) return false
    underWay.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (thrown) {
      if (shown.current) setProblem(asProblem(thrown))
      return false
    } finally {
      underWay.current = false
      if (shown.current) setBusy(false)
    }
  }, [])
  return { run, busy, problem }
}
