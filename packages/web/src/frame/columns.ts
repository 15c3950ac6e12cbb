/** A region at the side: a column of the page where it is wide, else a sheet over it. */
export type Side = 'conversations' | 'inspector'

/** Which columns are open. */
export type Columns = Readonly<Record<Side, boolean>>

const place = 'skillet.columns'
const untouched: Columns = { conversations: true, inspector: false }

/** The columns as the person left them; storage can be off, and what is in it can be anything. */
export function readColumns(): Columns {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return untouched
    return { ...untouched, ...Object.fromEntries(Object.entries(stored).filter(isColumn)) }
  } catch {
    return untouched
  }
}

/** Without storage the columns are as at the start after a reload, and nothing else is lost. */
export function writeColumns(columns: Columns): void {
  try {
    localStorage.setItem(place, JSON.stringify(columns))
  } catch {
    return
  }
}

function isColumn([side, open]: [string, unknown]): boolean {
  return side in untouched && typeof open === 'boolean'
}
