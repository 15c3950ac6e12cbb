import { normaliseName } from '@skillet/core/menu'
import type { ListPanel, ListRow } from './types.ts'

/** The rows that the group and the words of the filter leave. */
export function shownRows({ rows, filter, group }: ListPanel): readonly ListRow[] {
  const words = normaliseName(filter).split(/\s+/u).filter(Boolean)
  return rows.filter((row) => {
    if (group !== undefined && row.group !== group) return false
    if (words.length === 0) return true
    const text = normaliseName(`${row.name} ${row.detail} ${row.badge}`)
    return words.every((word) => text.includes(word))
  })
}
