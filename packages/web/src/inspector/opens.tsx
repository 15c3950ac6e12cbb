import { useEffect } from 'react'
import { useLayout } from '../frame/index.ts'
import { useInspected } from './open.ts'

/** Opens the region when something anywhere on the page asks to be inspected. Draws nothing. */
export function OpensInspector() {
  const { setOpen } = useLayout()
  const wishes = useInspected((inspected) => inspected.wishes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another wish opens it
  useEffect(() => {
    if (wishes > 0) setOpen('inspector', true)
  }, [wishes])
  return null
}
