import type { OfferedRow } from './offer.ts'

/** Where a key moves the highlight. */
export type MenuMove = 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last'

/** So many rows a page of the menu moves. */
export const pageRows = 8

/** The row that is highlighted after a move. One up from the first is the last, and back. */
export function moved(
  rows: readonly OfferedRow[],
  from: string | undefined,
  move: MenuMove,
): string | undefined {
  const at = rows.findIndex(({ row }) => row.id === from)
  const last = rows.length - 1
  const to = {
    up: at <= 0 ? last : at - 1,
    down: at >= last ? 0 : at + 1,
    'page-up': at === 0 ? last : Math.max(0, at - pageRows),
    'page-down': at === last ? 0 : Math.min(last, at + pageRows),
    first: 0,
    last,
  }[move]
  return rows[to]?.row.id
}
