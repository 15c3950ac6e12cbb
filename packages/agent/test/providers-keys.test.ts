import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine, createModels, openSqliteStore } from '@skillet/agent'
import type { ProviderSettings } from '@skillet/core'
import { afterAll, describe, expect, it } from 'vitest'
import { collect, openWorld, skipDelays } from './engine-world.ts'
import { echoes, keys, spellingsOf } from './servers/echoes.ts'
import {
  type ProtocolServer,
  type Reply,
  type Script,
  says,
  startAnthropic,
  startGoogle,
  startOpenAI,
} from './servers/index.ts'

const routes: readonly {
  readonly name: string
  readonly model: string
  start(script: Script): Promise<ProtocolServer>
  provider(baseURL: string, key: string): Readonly<Record<string, ProviderSettings>>
}[] = [
  {
    name: 'anthropic',
    model: 'anthropic/claude-sonnet-4-6',
    start: startAnthropic,
    provider: (baseURL, apiKey) => ({ anthropic: { baseURL, apiKey } }),
  },
  {
    name: 'openai',
    model: 'openai/gpt-5.1',
    start: startOpenAI,
    provider: (baseURL, apiKey) => ({ openai: { kind: 'openai', baseURL, apiKey } }),
  },
  {
    name: 'a gateway with the key in a header of its own',
    model: 'work/some-model',
    start: startOpenAI,
    provider: (baseURL, key) => ({ work: { baseURL, headers: { 'X-Auth': `Bearer ${key}` } } }),
  },
  {
    name: 'google',
    model: 'google/gemini-2.5-flash',
    start: startGoogle,
    provider: (baseURL, apiKey) => ({ google: { baseURL, apiKey } }),
  },
]

const folder = mkdtempSync(join(tmpdir(), 'skillet-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = (): readonly (readonly [name: string, bytes: string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'latin1')])

/** What a turn says and what is stored of it, with a server that sends the key back. */
async function echoed(route: (typeof routes)[number], replies: readonly Reply[], key: string) {
  await using server = await route.start((_, asked) => replies[asked % replies.length] ?? says(''))
  const user = { model: route.model, providers: route.provider(server.baseURL, key) }
  const world = await openWorld({})
  const store = await openSqliteStore({ folder })
  const engine = createEngine({
    library: world.library,
    workspace: world.workspace,
    home: world.root,
    store,
    model: createModels({ environment: {}, settings: { user, project: {} } }),
    permissions: { unattended: 'allow' },
    wait: skipDelays().wait,
    stepLimit: 3,
  })
  try {
    return await collect(engine.submitMessage({ text: 'hello' }))
  } finally {
    await store.close()
    world.close()
  }
}

describe.each(routes.map((route) => [route.name, route] as const))('a key of %s', (_, route) => {
  it.each(echoes)(
    'that comes back in %s is in no event and in no file of the store',
    async (__, replies) => {
      for (const key of keys) {
        const events = await echoed(route, replies(key), key)
        expect(events.at(-1)?.type).toBe('turn-end')
        for (const spelling of spellingsOf(key)) {
          // As text, and as it stands inside JSON.
          expect(JSON.stringify(events)).not.toContain(spelling)
          expect(JSON.stringify(events)).not.toContain(JSON.stringify(spelling).slice(1, -1))
        }
      }
      const all = files()
      expect(all.length).toBeGreaterThan(0)
      for (const spelling of keys.flatMap(spellingsOf)) {
        for (const [name, content] of all) expect(content.includes(spelling), name).toBe(false)
      }
    },
    60_000,
  )
})
