import { useMemo } from 'react'
import { usePage } from '../state/index.ts'
import type { Places } from './subject.ts'

/** The folders that are shown shortened, once they are known. */
export function usePlaces(): Places {
  const workspace = usePage(({ session }) => session?.workspace ?? '')
  const home = usePage(({ session }) => session?.home ?? '')
  return useMemo(() => ({ workspace, home }), [workspace, home])
}
