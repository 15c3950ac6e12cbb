import { createModels } from '@skillet/agent'
import type { ProviderSettings } from '@skillet/core'
import { expect, test } from 'vitest'
import { noted, ofType, openWorld } from './engine-world.ts'
import { call, type ReplyUsage, startOpenAI, stream, text } from './servers/index.ts'

const used = { input: 1_000, output: 100 }

async function run(usages: readonly ReplyUsage[], settings: Partial<ProviderSettings> = {}) {
  await using server = await startOpenAI(
    usages.map((usage, at) =>
      stream([at === usages.length - 1 ? text('done') : call('note', { path: 'a' })], { usage }),
    ),
  )
  const providers = { gateway: { baseURL: server.baseURL, apiKey: 'key-0123456789', ...settings } }
  const user = { model: 'gateway/some-model', providers }
  const world = await openWorld({
    model: createModels({ environment: {}, settings: { user, project: {} } }),
    tools: [noted('note')],
  })
  const events = await world.send('go')
  const [, answer] = await world.store.messages('c')
  world.close()
  expect(events.at(-1)).toMatchObject({ reason: 'done' })
  return {
    steps: ofType(events, 'usage').map(({ usage }) => usage.costUsd),
    stored: answer?.usage?.costUsd,
  }
}

test('the cost that a provider reports is in the events, and summed in the store', async () => {
  const { steps, stored } = await run([
    { ...used, cost: 0.25 },
    { ...used, cost: 0.5 },
  ])
  expect(steps).toEqual([0.25, 0.5])
  expect(stored).toBe(0.75)
})

test('the prices of the settings make a cost', async () => {
  const prices = { 'some-model': { input: 2, output: 10 } }
  const { steps, stored } = await run([used, used], { prices })
  expect(steps).toEqual([0.003, 0.003])
  expect(stored).toBeCloseTo(0.006)
})

test('no cost is made up, and a sum with a part that nobody knows is none', async () => {
  expect(await run([used])).toEqual({ steps: [undefined], stored: undefined })
  expect((await run([{ ...used, cost: 0.25 }, used])).stored).toBeUndefined()
  expect((await run([used, { ...used, cost: 0.25 }])).stored).toBeUndefined()
  const prices = { 'another-model': { input: 2, output: 10 } }
  expect((await run([used], { prices })).stored).toBeUndefined()
})
