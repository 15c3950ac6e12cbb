import { expect, test } from 'vitest'
import { costOf, withCost } from './cost.ts'

const usage = (input: number | undefined, output: number | undefined, read = 0, write = 0) => ({
  inputTokens: { total: input, noCache: undefined, cacheRead: read, cacheWrite: write },
  outputTokens: { total: output, text: undefined, reasoning: undefined },
})

const prices = { input: 3, output: 15 }
const cost = (...[used, known]: Parameters<typeof withCost>) => costOf(withCost(used, known).raw)

test('what the provider says counts, whatever the settings say', () => {
  expect(cost({ ...usage(10, 5), raw: { cost: 0.25 } }, prices)).toBe(0.25)
  expect(cost({ ...usage(10, 5), raw: { cost: 0 } }, prices)).toBe(0)
})

test.each([['0.25'], [-1], [null]])('a cost of %o is none', (said) => {
  expect(cost({ ...usage(10, 5), raw: { cost: said } }, undefined)).toBeUndefined()
})

test('a provider cannot set the figure that is shown as ours', () => {
  const raw = { skilletCostUsd: 99, tokens: 3 }
  expect(withCost({ ...usage(10, 5), raw }, undefined).raw).toEqual({ tokens: 3 })
  expect(cost({ ...usage(1_000_000, 0), raw }, prices)).toBe(3)
  expect(cost({ ...usage(10, 5), raw: { ...raw, cost: 0.25 } }, prices)).toBe(0.25)
})

test('prices are dollars for a million tokens', () => {
  expect(cost(usage(1_000_000, 100_000), prices)).toBeCloseTo(4.5)
  expect(
    cost(usage(1_000_000, 0, 400_000, 100_000), { ...prices, cacheRead: 0.3, cacheWrite: 3.75 }),
  ).toBeCloseTo(1.5 + 0.12 + 0.375)
})

test('without a price for something that was used, or a count, no cost is made up', () => {
  expect(cost(usage(10, 5), undefined)).toBeUndefined()
  expect(cost(usage(10, 5), { input: 3 })).toBeUndefined()
  expect(cost(usage(10, 5, 4), prices)).toBeUndefined()
  expect(cost(usage(undefined, 5), prices)).toBeUndefined()
})
