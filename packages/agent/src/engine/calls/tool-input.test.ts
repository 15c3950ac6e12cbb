import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkInput } from './tool-input.ts'

const schema = z.object({
  path: z.string(),
  limit: z.number().int().optional(),
  all: z.boolean().optional(),
  names: z.array(z.string()).optional(),
})

describe('a call’s input', () => {
  it.each([
    ['as it should be', { path: 'a', limit: 3 }, { path: 'a', limit: 3 }],
    ['null for what is left out', { path: 'a', limit: null }, { path: 'a' }],
    ['a number as text', { path: 'a', limit: '3' }, { path: 'a', limit: 3 }],
    ['a boolean as text', { path: 'a', all: 'true' }, { path: 'a', all: true }],
    ['one value for a list', { path: 'a', names: 'x' }, { path: 'a', names: ['x'] }],
    ['a list as text', { path: 'a', names: '["x","y"]' }, { path: 'a', names: ['x', 'y'] }],
    ['a number where text is wanted', { path: 7 }, { path: '7' }],
    ['the whole object as text', '{"path":"a"}', { path: 'a' }],
  ])('fits: %s', (_, given, input) => {
    expect(checkInput(schema, given)).toEqual({ ok: true, input, shown: input })
  })

  it('that does not fit names every problem', () => {
    const checked = checkInput(schema, { limit: 'many', all: true })
    expect(checked).toMatchObject({ ok: false })
    expect(checked.ok ? '' : checked.problem).toMatch(/path[\s\S]*limit|limit[\s\S]*path/u)
  })

  it('that is no JSON says so', () => {
    expect(checkInput(schema, '{"path": ')).toEqual({
      ok: false,
      problem: 'The input is not valid JSON. Send one JSON object.',
    })
  })

  it('that is absent is an empty object', () => {
    expect(checkInput(z.object({}), undefined)).toMatchObject({ ok: true, input: {} })
  })
})
