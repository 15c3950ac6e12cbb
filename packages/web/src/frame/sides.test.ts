import { describe, expect, it } from 'vitest'
import { atWidth, isOpen, type Sides, withSide } from './sides.ts'

const wide: Sides = { width: 'wide', columns: { conversations: true, inspector: true } }
const open = (sides: Sides) =>
  (['conversations', 'inspector'] as const).filter((side) => isOpen(sides, side))

describe('the regions at the sides', () => {
  it('are columns where the page is wide, each by itself', () => {
    expect(open(wide)).toEqual(['conversations', 'inspector'])
    expect(open(withSide(wide, 'conversations', false))).toEqual(['inspector'])
  })

  it('are sheets below that, one at a time', () => {
    const begun: Sides = { ...wide, width: 'medium' }
    expect(open(begun)).toEqual([])
    const inspecting = withSide(begun, 'inspector', true)
    expect(open(inspecting)).toEqual(['inspector'])
    expect(open(withSide(inspecting, 'conversations', false))).toEqual(['inspector'])
    expect(open(withSide(inspecting, 'conversations', true))).toEqual(['conversations'])
    expect(open(withSide(inspecting, 'inspector', false))).toEqual([])
  })
})

describe('a window that gets another width', () => {
  it('keeps the inspector that is looked at, down and up again', () => {
    const medium = atWidth(wide, 'medium')
    expect(open(medium)).toEqual(['inspector'])
    const narrow = atWidth(medium, 'narrow')
    expect(open(narrow)).toEqual(['inspector'])
    expect(open(atWidth(narrow, 'wide'))).toEqual(['conversations', 'inspector'])
  })

  it('keeps what was opened as a sheet as a column', () => {
    const hidden: Sides = { ...wide, columns: { conversations: true, inspector: false } }
    const sheet = withSide(atWidth(hidden, 'narrow'), 'inspector', true)
    expect(open(atWidth(sheet, 'wide'))).toEqual(['conversations', 'inspector'])
  })

  it('opens no drawer over the page because of a column that is always there', () => {
    const columns = { conversations: true, inspector: false }
    expect(open(atWidth({ ...wide, columns }, 'medium'))).toEqual([])
  })

  it('has its columns as they were, where a sheet was closed meanwhile', () => {
    const closed = withSide(atWidth(wide, 'medium'), 'inspector', false)
    expect(open(closed)).toEqual([])
    expect(open(atWidth(closed, 'wide'))).toEqual(['conversations', 'inspector'])
  })
})
