/** Which rows of a long list are in view. */
export interface Range {
  readonly first: number
  /** The one behind the last. */
  readonly end: number
}

export interface View {
  /** Pixels. */
  readonly top: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}

/** So many rows beyond each edge are kept, so that scrolling shows no gap. */
const beyond = 8

/** The rows that are to be drawn. */
export function rangeOf({ top, height, rowHeight, count }: View): Range {
  if (rowHeight <= 0) return { first: 0, end: Math.min(count, beyond) }
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + beyond)
  return { first: Math.min(first, end), end }
}

/** Where the list must be scrolled to for a row to be whole in view. */
export function scrollFor(at: number, { top, height, rowHeight }: Omit<View, 'count'>): number {
  const start = at * rowHeight
  if (start < top) return start
  return Math.max(top, start + rowHeight - height)
}

/** The row that a key leads to; undefined for every other key. */
export function rowFor(key: string, at: number, count: number, page: number): number | undefined {
  const within = (row: number) => Math.min(Math.max(row, 0), count - 1)
  switch (key) {
    case 'ArrowDown':
      return within(at + 1)
    case 'ArrowUp':
      return within(at - 1)
    case 'PageDown':
      return within(at + page)
    case 'PageUp':
      return within(at - page)
    case 'Home':
      return 0
    case 'End':
      return within(count - 1)
    default:
      return undefined
  }
}
