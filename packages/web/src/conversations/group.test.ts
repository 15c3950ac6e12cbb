import { describe, expect, it } from 'vitest'
import { groupByDay } from './group.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).getTime()

describe('conversations by day', () => {
  const now = at(15, 9)

  it('stand under the day on which they were last written to', () => {
    const items = [at(15, 0), at(14, 23, 59), at(14, 0), at(13, 23, 59), at(1, 12)].map(
      (updatedAt) => ({ updatedAt }),
    )
    expect(groupByDay(items, now).map(({ day, items: of }) => [day, of.length])).toEqual([
      ['today', 1],
      ['yesterday', 2],
      ['earlier', 2],
    ])
  })

  it('have no heading without any', () => {
    expect(groupByDay([{ updatedAt: at(15, 1) }], now).map(({ day }) => day)).toEqual(['today'])
    expect(groupByDay([], now)).toEqual([])
  })

  it('of a clock that went on count as today', () => {
    expect(groupByDay([{ updatedAt: now + 60_000 }], now)[0]?.day).toBe('today')
  })
})
