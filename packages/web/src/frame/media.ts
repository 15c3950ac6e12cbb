import { useSyncExternalStore } from 'react'

/** The three widths of the page: below 768 px, below 1200 px, and from there on. */
export type Width = 'narrow' | 'medium' | 'wide'

const queries = { medium: '(min-width: 48rem)', wide: '(min-width: 75rem)' } as const

/** The page's width. In rem, so that large text gets the narrow layout. */
export function useWidth(): Width {
  return useSyncExternalStore(subscribe, read, () => 'wide')
}

function read(): Width {
  if (matchMedia(queries.wide).matches) return 'wide'
  return matchMedia(queries.medium).matches ? 'medium' : 'narrow'
}

function subscribe(changed: () => void): () => void {
  const lists = Object.values(queries).map((query) => matchMedia(query))
  for (const list of lists) list.addEventListener('change', changed)
  return () => {
    for (const list of lists) list.removeEventListener('change', changed)
  }
}
