import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInTools, createModels } from '@skillet/agent'
import type { ProviderSettings } from '@skillet/core'
import { expect, it } from 'vitest'
import { ofType, openWorld } from './engine-world.ts'
import { call, type ProtocolServer, says, startOpenAI, stream } from './servers/index.ts'

/** Images over chat completions: with a message where the model is known to see, never in results. */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sent = png.toString('base64')
const apiKey = 'sk-test-0123456789abcdefghijklmnop'

async function see(model: string, settings: ProviderSettings = {}, server?: ProtocolServer) {
  await using own = server ?? (await startOpenAI([says('I see.')]))
  const [name = ''] = model.split('/')
  const providers = { [name]: { baseURL: own.baseURL, apiKey, ...settings } }
  const world = await openWorld({
    model: createModels({ environment: {}, settings: { user: { providers, model }, project: {} } }),
    tools: builtInTools,
  })
  writeFileSync(join(world.workspace, 'seen.png'), png)
  try {
    const events = await world.send({
      text: 'What is this?',
      attachments: [{ name: 'a.png', bytes: png }],
    })
    const requests = own.requests.map(({ body }) => JSON.stringify(body))
    return { requests, notices: ofType(events, 'notice'), events }
  } finally {
    world.close()
  }
}

it.each([
  ['gateway/qwen2.5-vl-72b-instruct', {}],
  ['openai/gpt-4o', {}],
  ['gateway/some-model', { images: true }],
])('%s with %o is sent the image of a message', async (model, settings) => {
  const { requests, notices } = await see(model, settings)
  expect(requests[0]).toContain(`"image_url":{"url":"data:image/png;base64,${sent}"}`)
  expect(notices.filter(({ code }) => code === 'image-not-sent')).toEqual([])
})

it.each([
  ['gateway/some-model', {}],
  ['openai/gpt-4o', { images: false }],
])('%s with %o is not, and both sides hear so', async (model, settings) => {
  const { requests, notices } = await see(model, settings)
  const [provider = ''] = model.split('/')
  expect(requests[0]).not.toContain(sent)
  expect(requests[0]).toContain('It was not sent to this model, so you cannot see it.')
  expect(notices).toContainEqual(
    expect.objectContaining({
      code: 'image-not-sent',
      message: expect.stringContaining(`"a.png" goes by its name alone`),
      hint: expect.stringContaining(`providers.${provider}.images`),
    }),
  )
})

it('a result holds no image over a protocol that has no place for one', async () => {
  await using server = await startOpenAI([
    stream([call('read', { path: 'seen.png' })]),
    says('I cannot see it.'),
  ])
  const { requests, events } = await see('openai/gpt-4o', {}, server)
  expect(ofType(events, 'turn-end')[0]?.reason).toBe('done')
  expect(requests[1]?.split(sent)).toHaveLength(2)
  expect(requests[1]).toContain('is not sent images that are read')
})
