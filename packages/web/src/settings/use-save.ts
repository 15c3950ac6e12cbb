import { useCallback, useState } from 'react'
import { asProblem } from '../api/index.ts'
import type { FieldState } from '../parts/index.ts'

/** Saves one field, and keeps what is to be said beside it. */
export function useSave() {
  const [state, setState] = useState<FieldState>({ kind: 'idle' })
  const save = useCallback(async (work: () => Promise<unknown>): Promise<boolean> => {
    setState({ kind: 'saving' })
    try {
      await work()
      setState({ kind: 'saved' })
      return true
    } catch (thrown) {
      const { message, hint } = asProblem(thrown)
      setState({ kind: 'error', message: hint === undefined ? message : `${message} ${hint}` })
      return false
    }
  }, [])
  return { state, save, forget: useCallback(() => setState({ kind: 'idle' }), []) }
}
