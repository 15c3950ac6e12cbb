import type { OpenMenu } from './state.ts'

/** Where a key moves the highlight. */
export type MenuMove = 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last'

/** So many rows a page of a menu moves. */
const pageRows = 8

/**
 * The row that is highlighted after a move. One up from the first is the last, and back. Throws
 * nothing.
 *
 * @param menu as `openMenu` gave it
 * @param move up, down, a page of eight rows, or to an end
 * @returns the row's identity; undefined where nothing matches
 * @example
 * const row = { kind: 'skill', id: '/s/pdf', name: 'pdf', description: '', callableAs: 'pdf' } as const
 * moveHighlight({ rows: [{ row, ranges: [] }], at: 0 }, 'down') // → '/s/pdf'
 */
export function moveHighlight(
  { rows, at }: Pick<OpenMenu, 'rows' | 'at'>,
  move: MenuMove,
): string | undefined {
  const last = rows.length - 1
  const to = {
    up: at <= 0 ? last : at - 1,
    down: at >= last ? 0 : at + 1,
    'page-up': at <= 0 ? last : Math.max(0, at - pageRows),
    'page-down': at >= last ? 0 : Math.min(last, at + pageRows),
    first: 0,
    last,
  }[move]
  return rows[to]?.row.id
}
