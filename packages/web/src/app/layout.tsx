import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { useWidth, type Width } from './media.ts'

/** A region at the side: a column of the page where it is wide, else a sheet over it. */
export type Side = 'conversations' | 'inspector'

export interface Layout {
  readonly width: Width
  readonly isOpen: (side: Side) => boolean
  readonly setOpen: (side: Side, open: boolean) => void
}

const Context = createContext<Layout>({ width: 'wide', isOpen: () => false, setOpen: () => {} })

/**
 * Which regions are open. Columns stay as the person left them, also after a reload; a sheet begins
 * closed, and there is one at a time.
 */
export function LayoutProvider({ children }: { readonly children: ReactNode }) {
  const width = useWidth()
  const [columns, setColumns] = useState(readColumns)
  const [sheet, setSheet] = useState<Side>()

  const setOpen = useCallback(
    (side: Side, open: boolean) => {
      if (width !== 'wide') return setSheet((now) => (open ? side : now === side ? undefined : now))
      setColumns((now) => {
        const next = { ...now, [side]: open }
        writeColumns(next)
        return next
      })
    },
    [width],
  )
  const layout = useMemo<Layout>(
    () => ({
      width,
      isOpen: (side) => (width === 'wide' ? columns[side] : sheet === side),
      setOpen,
    }),
    [width, columns, sheet, setOpen],
  )
  return <Context value={layout}>{children}</Context>
}

/** Which regions are open, and how to open and close one, from anywhere on the page. */
export function useLayout(): Layout {
  return useContext(Context)
}

type Columns = Readonly<Record<Side, boolean>>

const place = 'skillet.columns'
const untouched: Columns = { conversations: true, inspector: false }

function readColumns(): Columns {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return untouched
    return { ...untouched, ...Object.fromEntries(Object.entries(stored).filter(isColumn)) }
  } catch {
    // Storage can be switched off, and what is in it can be anything.
    return untouched
  }
}

function isColumn([side, open]: [string, unknown]): boolean {
  return side in untouched && typeof open === 'boolean'
}

function writeColumns(columns: Columns): void {
  try {
    localStorage.setItem(place, JSON.stringify(columns))
  } catch {
    // Without storage the columns are as they were at the start after a reload.
  }
}
