import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine, createModels, openSqliteStore } from '@skillet/agent'
import type { ProviderSettings } from '@skillet/core'
import { afterAll, describe, expect, it } from 'vitest'
import { collect, openWorld, skipDelays } from './engine-world.ts'
import {
  bytes,
  call,
  type Piece,
  type ProtocolServer,
  type Reply,
  reasoning,
  type Script,
  says,
  startAnthropic,
  startGoogle,
  startOpenAI,
  status,
  stream,
  text,
} from './servers/index.ts'

/** Keys as providers make them, and as people choose them. */
const keys: readonly string[] = [
  'sk-ant-api03-Zq8w2LkPz0mXv5RtY7uI-Nb4cVx1Qe3sDf6Gh_AA',
  'sk-proj-9fKd03LsmQwErTyUiOpAsDfGh',
  'sk-or-v1-0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  'AIzaSyA-0123456789abcdefghijklmnopqrstu',
  'gsk_Qw12Er34Ty56Ui78Op90',
  'hf_AbCdEfGhIjKlMnOpQrStUv',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl',
  'plum-window',
  'a.b*c+d?(e)[f]{g}|$1^h',
  'quote"back\\slash\'s',
]

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

const json = (code: number, body: unknown): Reply =>
  bytes([JSON.stringify(body)], { status: code, headers: { 'content-type': 'application/json' } })

const failsWith = (message: string): Piece => ({ kind: 'error', type: 'api_error', message })

/** Every place in which a server that echoes what it was sent could put the key. */
const echoes: readonly (readonly [where: string, replies: (key: string) => readonly Reply[]])[] = [
  ['a refused request', (key) => [status(400, `The parameter ${key} is unknown.`)]],
  ['a refused key', (key) => [status(401, `Incorrect API key: ${key}.`)]],
  ['a detail of a refusal', (key) => [json(422, { detail: `not ${key}`, error: `no ${key}` })]],
  ['a page', (key) => [bytes([`<h1>${key}</h1>`], { status: 400, headers: { 'x-key': key } })]],
  ['a type of error', (key) => [json(400, { error: { message: 'no', type: key, code: key } })]],
  [
    'an address to go to',
    (key) => [bytes([], { status: 307, headers: { location: `/?${encodeURIComponent(key)}` } })],
  ],
  ['an error in a stream', (key) => [stream([text('So '), failsWith(`bad ${key}`)])]],
  ['the first event', (key) => [stream([failsWith(`bad ${key}`)])]],
  ['an event that is no JSON', (key) => [bytes([`data: {"a": ${key}\n\n`])]],
  ['an answer', (key) => [says(`Your key is ${key}, I think.`)]],
  ['an answer that breaks off', (key) => [stream([text(`Your key: ${key}`)], { ending: 'cut' })]],
  ['what is thought', (key) => [stream([reasoning(`The key is ${key}.`), text('Well.')])]],
  ['a call', (key) => [stream([call('read', { path: key })]), says('Well.')]],
  ['the name of a tool', (key) => [stream([call(key, {})]), says('Well.')]],
  [
    'a command',
    (key) => [stream([call('bash', { command: `echo ${JSON.stringify(key)}` })]), says('Well.')],
  ],
]

const folder = mkdtempSync(join(tmpdir(), 'skillet-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = (): readonly (readonly [name: string, bytes: string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'latin1')])

const spellingsOf = (key: string) => [
  key,
  JSON.stringify(key).slice(1, -1),
  encodeURIComponent(key),
]

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
