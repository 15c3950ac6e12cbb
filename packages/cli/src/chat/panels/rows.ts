import { normaliseName } from '@skillet/core/menu'
import type { ListPanel, ListRow } from './types.ts'

/** The rows that the group and the words of the filter leave. */
export function shownRows({ rows, filter, group }: ListPanel): readonly ListRow[] {
  const words = normaliseName(filter).split(/\s+/u).filter(Boolean)
  const inGroup = rows.filter((row) => {
    if (group !== undefined && row.group !== group) return false
    if (words.length === 0) return true
    const text = normaliseName(`${row.name} ${row.detail} ${row.badge}`)
    return words.every((word) => text.includes(word))
  })
  if (words.length === 0) return inGroup
  // What is named so comes before what is merely described so.
  const isNamed = ({ name }: ListRow) => words.every((word) => normaliseName(name).includes(word))
  return [...inGroup.filter(isNamed), ...inGroup.filter((row) => !isNamed(row))]
}
