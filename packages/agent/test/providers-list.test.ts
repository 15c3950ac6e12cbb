import { createModels } from '@skillet/agent'
import { expect, test } from 'vitest'
import { says, startOpenAI, status } from './servers/index.ts'

const apiKey = 'sk-test-0123456789abcdefghijklmnop'
const offline = {
  ollama: 'http://127.0.0.1:9',
  lmstudio: 'http://127.0.0.1:9',
  llamacpp: 'http://127.0.0.1:9',
}

test('lists providers with their keys named, loopback servers with their models, and aliases', async () => {
  await using server = await startOpenAI([], { models: ['qwen3:8b'] })
  const models = createModels({
    environment: { OPENAI_API_KEY: apiKey },
    probe: { origins: { ...offline, ollama: server.origin } },
  })
  const { providers, aliases } = await models.list()
  const shown = providers.map(({ name, usable, key, models: held }) => [name, usable, key, held])
  expect(shown).toEqual([
    ['anthropic', false, 'missing', ['claude-sonnet-4-6']],
    ['openai', true, 'found', ['gpt-5.2']],
    ['google', false, 'missing', ['gemini-2.5-pro']],
    ['ollama', true, 'not-needed', ['qwen3:8b']],
    ['lmstudio', false, 'not-needed', []],
    ['llamacpp', false, 'not-needed', []],
  ])
  expect(aliases).toContainEqual({ alias: 'sonnet', id: 'anthropic/claude-sonnet-4-6' })
  expect(JSON.stringify(providers)).not.toContain(apiKey)
})

test('threat E9: a test of a connection says that it works or why not, and never what came back', async () => {
  await using server = await startOpenAI([says('SECRET ANSWER'), status(401, `bad ${apiKey}`)])
  const user = { providers: { work: { baseURL: server.baseURL, apiKey } } }
  const models = createModels({ environment: {}, settings: { user, project: {} } })
  expect(await models.test('work/m')).toEqual({ ok: true, id: 'work/m' })
  const refused = await models.test('work/m')
  expect(refused).toMatchObject({ ok: false, message: 'work refused the key (401).' })
  expect(JSON.stringify(refused)).not.toContain(apiKey)
  expect(await models.test('nobody/m')).toMatchObject({ ok: false, id: 'nobody/m' })
})
