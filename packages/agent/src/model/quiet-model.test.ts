import { generateText, streamText } from 'ai'
import { expect, it, vi } from 'vitest'
import { finish, saying, says, scripted } from '../../test/engine-world.ts'
import { quietModel } from './quiet-model.ts'

it('prints nothing of what a provider’s package warns about', async () => {
  const printed = [
    vi.spyOn(console, 'warn').mockImplementation(() => {}),
    vi.spyOn(console, 'info').mockImplementation(() => {}),
    vi.spyOn(console, 'log').mockImplementation(() => {}),
  ]
  const warnings = [{ type: 'other' as const, message: 'This setting is unknown.' }]
  const base = scripted([])
  const warned: typeof base.doGenerate = async (options) => ({
    ...(await base.doGenerate(options)),
    warnings,
  })
  const model = scripted([[{ type: 'stream-start', warnings }, ...saying('ok'), finish()]])
  expect(await streamText({ model: quietModel(model), prompt: 'hi' }).text).toBe('ok')
  await generateText({ model: quietModel({ ...model, doGenerate: warned }), prompt: 'hi' })
  for (const spy of printed) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

it('asks the provider to keep nothing, beside whatever else it is told', async () => {
  const model = scripted([says('ok')])
  const providerOptions = { openai: { user: 'ada', store: true }, google: { a: 1 } }
  await streamText({ model: quietModel(model), prompt: 'hi', providerOptions }).text
  await generateText({ model: quietModel(model), prompt: 'hi' })
  expect(model.requests[0]?.providerOptions).toEqual({
    openai: { user: 'ada', store: false },
    google: { a: 1 },
  })
  expect(model.titles[0]?.providerOptions).toEqual({ openai: { store: false } })
})
