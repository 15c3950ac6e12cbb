import { describe, expect, it } from 'vitest'
import { excerptLines, excerptText } from './marker.ts'

const excerpt = { firstLine: 9, lines: ['---', '\tname: Über 审查', '---'] }
const place = (from: [number, number], to: [number, number]) => ({
  start: { line: from[0], column: from[1] },
  end: { line: to[0], column: to[1] },
})

describe('the place in an excerpt', () => {
  it('is cut out of its line', () => {
    expect(excerptLines(excerpt, place([10, 8], [10, 12]))[1]).toEqual({
      number: 10,
      before: '\tname: ',
      marked: 'Über',
      after: ' 审查',
      isMarked: true,
    })
  })

  it('is at least one character, and may be behind the end', () => {
    expect(excerptLines(excerpt, place([9, 2], [9, 2]))[0]?.marked).toBe('-')
    const behind = excerptLines(excerpt, place([9, 4], [9, 4]))[0]
    expect(behind).toMatchObject({ before: '---', marked: '', isMarked: true })
  })

  it('goes over lines, and touches none that it only ends before', () => {
    const lines = excerptLines(excerpt, place([9, 2], [11, 1]))
    expect(lines.map(({ isMarked }) => isMarked)).toEqual([true, true, false])
    expect(lines[1]?.marked).toBe('\tname: Über 审查')
    expect(lines[2]?.before).toBe('---')
  })

  it('loses nothing of any line', () => {
    const lines = excerptLines(excerpt, place([9, 3], [10, 5]))
    expect(lines.map(({ before, marked, after }) => before + marked + after)).toEqual(excerpt.lines)
  })
})

it('copies with numbers and a marker under the place, tabs kept', () => {
  expect(excerptText(excerptLines(excerpt, place([10, 8], [10, 12])))).toBe(
    ' 9 | ---\n10 | \tname: Über 审查\n   | \t      ^^^^\n11 | ---',
  )
})
