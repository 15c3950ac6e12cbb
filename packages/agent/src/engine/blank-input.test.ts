import { expect, it } from 'vitest'
import { asWrittenInJson, blankInput } from './blank-input.ts'

const key = 'sk-"quoted"-0123456789'
const blank = '[secret removed]'

it('takes keys out of values and names, however deep, and leaves the rest as it is', () => {
  const input = { a: [`x ${key} y`, 7, null], [`h-${key}`]: { deep: key }, ok: true }
  expect(blankInput(input, [key])).toEqual({
    a: [`x ${blank} y`, 7, null],
    [`h-${blank}`]: { deep: blank },
    ok: true,
  })
  expect(blankInput(`{"path": "${key}`, [key])).toBe(`{"path": "${blank}`)
})

it('knows how a key is written inside JSON', () => {
  expect(asWrittenInJson([key, 'plain-0123456789'])).toEqual([
    key,
    'sk-\\"quoted\\"-0123456789',
    'plain-0123456789',
  ])
})
