import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { readView, type SkillsView, viewAddress } from '../skills-view/index.ts'

/** What the page shows, and how to show something else: all of it is in the address. */
export function useView() {
  const search = useSearch()
  const [, go] = useLocation()
  const view = useMemo(() => readView(new URLSearchParams(search)), [search])
  return {
    view,
    /** Typing and toggles leave no trail behind; opening a skill does. */
    change: (change: Partial<SkillsView>) =>
      go(viewAddress({ ...view, ...change }), { replace: true }),
    addressWith: (change: Partial<SkillsView>) => viewAddress({ ...view, ...change }),
  }
}
