import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { readColumns, type Side, writeColumns } from './columns.ts'
import { useWidth, type Width } from './media.ts'
import { atWidth, isOpen, type Sides, withSide } from './sides.ts'

export interface Layout {
  readonly width: Width
  readonly isOpen: (side: Side) => boolean
  readonly setOpen: (side: Side, open: boolean) => void
}

const Context = createContext<Layout>({ width: 'wide', isOpen: () => false, setOpen: () => {} })

/**
 * Which regions are open. Columns stay as the person left them, also after a reload; a page that is
 * not wide begins with none open.
 */
export function LayoutProvider({ children }: { readonly children: ReactNode }) {
  const width = useWidth()
  const [known, setSides] = useState<Sides>(() => ({ width, columns: readColumns() }))
  const sides = known.width === width ? known : atWidth(known, width)
  if (sides !== known) setSides(sides)

  const { columns } = sides
  useEffect(() => writeColumns(columns), [columns])

  const setOpen = useCallback(
    (side: Side, open: boolean) => setSides((now) => withSide(now, side, open)),
    [],
  )
  const layout = useMemo<Layout>(
    () => ({ width, isOpen: (side) => isOpen(sides, side), setOpen }),
    [width, sides, setOpen],
  )
  return <Context value={layout}>{children}</Context>
}

/** Which regions are open, and how to open and close one, from anywhere on the page. */
export function useLayout(): Layout {
  return useContext(Context)
}
