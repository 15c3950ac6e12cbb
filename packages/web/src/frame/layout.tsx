import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { type Columns, readColumns, type Side, writeColumns } from './columns.ts'
import { useWidth, type Width } from './media.ts'

export interface Layout {
  readonly width: Width
  readonly isOpen: (side: Side) => boolean
  readonly setOpen: (side: Side, open: boolean) => void
}

const Context = createContext<Layout>({ width: 'wide', isOpen: () => false, setOpen: () => {} })

/**
 * Which regions are open. Columns stay as the person left them, also after a reload; a sheet begins
 * closed, there is one at a time, and it does not outlive the width that it was opened at.
 */
export function LayoutProvider({ children }: { readonly children: ReactNode }) {
  const width = useWidth()
  const [columns, setColumns] = useState<Columns>(readColumns)
  const [sheet, setSheet] = useState<{ readonly side: Side; readonly width: Width }>()

  const setOpen = useCallback(
    (side: Side, open: boolean) => {
      if (width === 'wide') {
        const next = { ...columns, [side]: open }
        setColumns(next)
        writeColumns(next)
      } else if (open) setSheet({ side, width })
      else setSheet((now) => (now?.side === side ? undefined : now))
    },
    [width, columns],
  )
  const layout = useMemo<Layout>(
    () => ({
      width,
      isOpen: (side) =>
        width === 'wide' ? columns[side] : sheet?.side === side && sheet.width === width,
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
