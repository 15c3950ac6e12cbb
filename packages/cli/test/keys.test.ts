import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
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
} from '../../agent/test/servers/index.ts'
import { createWorld, type World } from './world.ts'

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
  provider(baseURL: string, key: string): object
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

let world: World | undefined
let server: ProtocolServer | undefined

afterEach(async () => {
  world?.remove()
  await server?.close()
})

/** Every file below a folder, as bytes that can be searched. */
function filesIn(folder: string): readonly (readonly [name: string, bytes: string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'latin1')])
}

describe.each(routes)('a key of $name', (route) => {
  it.each(echoes)(
    'that comes back in %s is nowhere: not on screen, in JSON, or in the store',
    async (_, replies) => {
      for (const key of keys) {
        let asked = 0
        server = await route.start(() => replies(key)[asked++ % replies(key).length] ?? says(''))
        world = createWorld()
        const settings = { model: route.model, providers: route.provider(server.baseURL, key) }
        world.write('~/.config/skillet/settings.json', JSON.stringify(settings))
        world.skill('~/.agents/skills', 'hello')
        // Calls that would be tried again are asked once only: the delays are real here.
        const ran = await world.run('run', '--json', '--yes', 'hello', 'there')

        expect(ran.screen).toContain('"turn-end"')
        const spellings = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]
        for (const spelling of spellings) {
          expect(ran.screen).not.toContain(spelling)
          for (const [name, content] of filesIn(world.home)) {
            if (name.endsWith('/settings.json')) continue
            expect(content.includes(spelling), name).toBe(false)
          }
        }
        expect(
          filesIn(world.home).some(([name]) => /conversations\/.*\.\w*(?:sqlite|db)/.test(name)),
        ).toBe(true)
        world.remove()
        await server.close()
      }
    },
    120_000,
  )
})
