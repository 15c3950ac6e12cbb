/** When something was last written to, as the list has its headings. */
export type Day = 'today' | 'yesterday' | 'earlier'

export interface DayGroup<T> {
  readonly day: Day
  readonly items: readonly T[]
}

/**
 * Conversations under Today, Yesterday and Earlier, in the order given; headings without any are
 * left out. Days begin at midnight of this place, whatever the length of the day.
 *
 * @param now milliseconds since 1970, as in `updatedAt`
 */
export function groupByDay<T extends { readonly updatedAt: number }>(
  items: readonly T[],
  now: number,
): readonly DayGroup<T>[] {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const before = new Date(today)
  const yesterday = before.setDate(before.getDate() - 1)
  const dayOf = ({ updatedAt }: T): Day =>
    updatedAt >= today ? 'today' : updatedAt >= yesterday ? 'yesterday' : 'earlier'
  return (['today', 'yesterday', 'earlier'] as const)
    .map((day) => ({ day, items: items.filter((item) => dayOf(item) === day) }))
    .filter((group) => group.items.length > 0)
}
