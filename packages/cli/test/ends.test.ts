import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConversationPage } from '@skillet/server/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ProtocolServer, silence, startOpenAI } from '../../agent/test/servers/index.ts'
import { read } from '../../server/test/read.ts'
import { type Build, buildCommand, key, openTerminal, type RealTerminal } from './chat-terminal.ts'
import { createWorld, type World } from './world.ts'

/** Messages that wait are not sent by a Skillet that was told to end; they are there again. */
let build: Build
let world: World
let model: ProtocolServer
const children: ChildProcess[] = []
const terminals: RealTerminal[] = []

beforeAll(() => {
  build = buildCommand()
}, 60_000)
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const terminal of terminals.splice(0)) terminal.close()
  await model.close()
  world.remove()
})
afterAll(() => build.remove())

/** A model that hears everything and never answers. */
async function prepare(): Promise<void> {
  model = await startOpenAI(() => silence)
  world = createWorld()
  world.write(
    '~/.config/skillet/settings.json',
    JSON.stringify({
      model: 'local/test-model',
      providers: { local: { kind: 'openai-compatible', baseURL: model.baseURL } },
    }),
  )
}

interface Program {
  readonly child: ChildProcess
  readonly written: () => string
  readonly ended: Promise<number | null>
}

function start(...words: readonly string[]): Program {
  const child = spawn(process.execPath, [build.command, ...words], {
    cwd: world.cwd,
    env: { PATH: process.env['PATH'], HOME: world.home },
  })
  children.push(child)
  let written = ''
  child.stdout?.on('data', (bytes) => {
    written += bytes
  })
  child.stderr?.resume()
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, written: () => written, ended }
}

const heard = (count: number) =>
  expect.poll(() => model.requests.length, { timeout: 15_000 }).toBe(count)

describe('skillet serve', () => {
  interface Served extends Program {
    readonly call: (path: string, json?: unknown) => Promise<Response>
  }

  async function serve(): Promise<Served> {
    const program = start('serve', '--port', '0', '--no-open', '--client-token', 'token')
    await expect.poll(program.written, { timeout: 15_000 }).toMatch(/\n/u)
    const [origin = ''] = program.written().split('/#')
    const token = readFileSync(join(world.cwd, 'token'), 'utf8').trim()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return {
      ...program,
      call: (path, json) =>
        fetch(`${origin}${path}`, {
          headers: { ...headers, prefer: 'respond-async' },
          ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        }),
    }
  }

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)(
    '%s: of three messages the model hears one, the others are unsent at the next start',
    async (signal, code) => {
      await prepare()
      const { child, ended, call } = await serve()
      for (const text of ['one', 'two', 'three']) {
        const messages = [{ role: 'user', parts: [{ type: 'text', text }] }]
        expect((await call('/api/chat', { id: 'c', messages })).status).toBe(202)
      }
      await heard(1)
      child.kill(signal)
      expect(await ended).toBe(code)
      expect(model.requests).toHaveLength(1)
      const next = await serve()
      const page = await read<ConversationPage>(next.call('/api/conversations/c'))
      expect(page.messages).toMatchObject([
        { parts: [{ text: 'one' }] },
        { metadata: { end: { reason: 'aborted' } } },
        { parts: [{ text: 'two' }], metadata: { state: 'unsent' } },
        { parts: [{ text: 'three' }], metadata: { state: 'unsent' } },
      ])
      expect(page.conversation.state).not.toBe('running')
      expect(model.requests).toHaveLength(1)
    },
  )
})

describe('the chat', () => {
  function drafts(): string {
    const folder = join(world.home, '.local/state/skillet/drafts')
    if (!existsSync(folder)) return ''
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
  }

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    '%s: what waits in the queue is not sent, and waits at the next start',
    async (signal) => {
      await prepare()
      const terminal = openTerminal(build, world)
      terminals.push(terminal)
      await terminal.shows('local/test-model')
      terminal.type(`one${key.enter}`)
      await heard(1)
      terminal.type(`two${key.enter}`)
      await terminal.shows('Next: two')
      process.kill(terminal.pid, signal)
      await terminal.ended
      expect(model.requests).toHaveLength(1)
      expect(drafts()).toContain('"queue":[{"text":"two"}]')
    },
  )

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s: of the lines of a pipe no more are sent', async (signal, code) => {
    await prepare()
    const { child, ended } = start('chat')
    child.stdin?.end('one\ntwo\nthree\n')
    await heard(1)
    child.kill(signal)
    expect(await ended).toBe(code)
    expect(model.requests).toHaveLength(1)
  })
})
