import type { Columns, Side } from './columns.ts'
import type { Width } from './media.ts'

/** Which regions at the sides are open, and as what. */
export interface Sides {
  readonly width: Width
  /** How the wide page shows them. */
  readonly columns: Columns
  /** What is over a page that is not wide: one at a time. */
  readonly sheet?: Side | undefined
}

export function isOpen({ width, columns, sheet }: Sides, side: Side): boolean {
  return width === 'wide' ? columns[side] : sheet === side
}

export function withSide(sides: Sides, side: Side, open: boolean): Sides {
  if (sides.width === 'wide') return { ...sides, columns: { ...sides.columns, [side]: open } }
  if (open) return { ...sides, sheet: side }
  return sides.sheet === side ? { ...sides, sheet: undefined } : sides
}

/**
 * The same at another width: what is being looked at stays open, as a column or as a sheet. Only the
 * column of conversations makes no drawer, since it is there without anybody having asked for it.
 */
export function atWidth(sides: Sides, width: Width): Sides {
  const { columns, sheet } = sides
  if (width === 'wide') {
    return { width, columns: sheet === undefined ? columns : { ...columns, [sheet]: true } }
  }
  if (sides.width !== 'wide') return { ...sides, width }
  return { width, columns, sheet: columns.inspector ? 'inspector' : undefined }
}
