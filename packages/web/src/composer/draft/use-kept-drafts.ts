import { useEffect, useRef } from 'react'
import { usePage } from '../../state/index.ts'
import { markChanged, writeDrafts } from './store.ts'

/** Keeps drafts when the page goes away, and tells them of skills that were saved meanwhile. */
export function useKeptDrafts(): void {
  const notes = usePage((page) => page.skillNotes)
  const seen = useRef(notes.at(-1)?.id ?? 0)
  useEffect(() => {
    const fresh = notes.filter(({ id }) => id > seen.current)
    if (fresh.length === 0) return
    seen.current = fresh.at(-1)?.id ?? seen.current
    markChanged(new Set(fresh.map(({ path }) => path)))
  }, [notes])

  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') writeDrafts()
    }
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', writeDrafts)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', writeDrafts)
      writeDrafts()
    }
  }, [])
}
