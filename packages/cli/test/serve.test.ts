import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { ExchangeAnswer, Session, SettingsPage } from '@skillet/server/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { createWorld, type Running, type World, type WorldOptions } from './world.ts'

const worlds: World[] = []
const runs: Running[] = []
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.stop()
    await run.ran
  }
  for (const world of worlds.splice(0)) world.remove()
})

function open(options: WorldOptions = {}): World {
  const world = createWorld(options)
  worlds.push(world)
  return world
}

interface Served extends Running {
  readonly origin: string
  readonly code: string
}

/** Starts it on a port that is free, and waits for the address. */
async function serve(world: World, ...words: string[]): Promise<Served> {
  const running = world.start('serve', '--port', '0', ...words)
  runs.push(running)
  await expect.poll(() => running.written.stdout, { timeout: 10_000 }).toMatch(/\n/u)
  const [address = ''] = running.written.stdout.split('\n')
  const [origin = '', code = ''] = address.split('/#code=')
  return { ...running, origin: origin.replace(/\/$/u, ''), code }
}

const exchange = (origin: string, json: unknown) =>
  fetch(`${origin}/api/access`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })

const withToken = (origin: string, token: string, path: string, init: RequestInit = {}) =>
  fetch(`${origin}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })

const stateOf = (world: World) => join(world.home, '.local/state/skillet')

describe('skillet serve', () => {
  it('prints an address that opens one page, and serves this folder until it is stopped', async () => {
    const world = open()
    world.skill('.claude/skills', 'deploy')
    const running = await serve(world, '--no-open')
    const { origin, code } = running
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u)
    const opened = await exchange(origin, { code })
    const { key } = (await opened.json()) as ExchangeAnswer
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const session = await fetch(`${origin}/api/session`, {
      headers: { cookie, 'x-skillet-key': key },
    })
    expect(await session.json()).toMatchObject({
      workspace: world.cwd,
      skills: { untrusted: 1 },
      command: expect.stringMatching(/^skillet serve --cwd .*project --port 0$/u),
    })
    running.stop()
    const { code: left, stderr } = await running.ran
    expect(left).toBe(130)
    expect(stderr).toContain('Stopping.')
    await expect(fetch(origin)).rejects.toThrow()
  })

  it('says what to do where the page was not built', async () => {
    const world = open()
    const { written } = await serve(world)
    expect(written.stderr).toContain('The page was not built, so this is an API alone.')
    expect(written.stderr).toContain('hint: In a clone of Skillet, build it: npm run build')
  })

  it('says that a port is taken, and ends', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const address = holder.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { code, stderr } = await open().run('serve', '--no-open', '--port', String(port))
    holder.close()
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`Another program listens on port ${port}.`),
    ])
  })

  it.each([
    [['--port', 'x'], '--port x is no port.'],
    [['--port', '70000'], '--port 70000 is no port.'],
    [
      ['--allow-origin', 'localhost:5173', '--client-token', 't'],
      '--allow-origin localhost:5173 is no origin.',
    ],
    [['--allow-origin', 'http://localhost:5173'], '--allow-origin is for programs with a token.'],
    [['--client-may-approve'], '--client-may-approve is for programs with a token.'],
    [['--password-file', 'p'], 'A password is for addresses beyond this computer.'],
  ])('refuses %j', async (words, said) => {
    const { code, stderr } = await open().run('serve', '--no-open', ...words)
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
  })

  it('serves nothing with settings that cannot be read, since what they forbid would be allowed', async () => {
    const world = open()
    world.write('~/.config/skillet/settings.json', '{"permissions": ')
    const { code, stderr } = await world.run('serve', '--no-open')
    expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing is served')])
  })

  it('keeps what the settings forbid while they are broken, and takes rules back', async () => {
    const world = open()
    const file = world.write(
      '~/.config/skillet/settings.json',
      '{"permissions":{"deny":["bash(rm *)","bash(dd *)"]}}',
    )
    const { origin } = await serve(
      world,
      '--no-open',
      '--client-token',
      'token',
      '--client-may-approve',
    )
    const token = readFileSync(join(world.cwd, 'token'), 'utf8').trim()
    const rules = async () => {
      const response = await withToken(origin, token, '/api/settings')
      return ((await response.json()) as SettingsPage).rules
    }
    const [rm] = await rules()
    expect(rm).toMatchObject({
      effect: 'deny',
      rule: 'bash(rm *)',
      from: 'user-settings',
      file,
      removable: true,
    })
    writeFileSync(file, '{"permissions": ')
    expect(await rules()).toHaveLength(2)
    writeFileSync(file, '{"permissions":{"deny":["bash(rm *)","bash(dd *)"]}}')
    const removed = await withToken(origin, token, `/api/settings/rules/${rm?.id}`, {
      method: 'DELETE',
    })
    expect(removed.status).toBe(204)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      permissions: { deny: ['bash(dd *)'] },
    })
  })

  it('goes by settings as they are when they are needed', async () => {
    const world = open()
    const { origin } = await serve(world, '--no-open', '--client-token', 'token')
    const token = readFileSync(join(world.cwd, 'token'), 'utf8').trim()
    const session = async () =>
      (await (await withToken(origin, token, '/api/session')).json()) as Session
    expect((await session()).model).toMatchObject({ id: 'guided' })
    world.write(
      '~/.config/skillet/settings.json',
      '{"model":"anthropic/claude-sonnet-4-6","language":"zh"}',
    )
    const changed = await session()
    expect(changed.language).toBe('zh')
    expect(changed.model).toMatchObject({
      id: 'anthropic/claude-sonnet-4-6',
      problem: { hint: expect.any(String) },
    })
  })
})

describe('threat S4: the browser is opened without telling the code to anybody', () => {
  it('by a file for its owner alone, which is gone once the page is open', async () => {
    const environment: Record<string, string> = {}
    const world = open({ environment })
    const seen = join(world.home, 'seen')
    const browser = world.write(
      '~/browser.sh',
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}.part'\nmv '${seen}.part' '${seen}'\n`,
    )
    chmodSync(browser, 0o755)
    const page = world.write('../client/index.html', '<html lang="en"></html>')
    expect(existsSync(page)).toBe(true)
    environment['BROWSER'] = browser
    const { origin, code } = await serve(world)
    await expect.poll(() => existsSync(seen)).toBe(true)
    const words = readFileSync(seen, 'utf8').trim().split('\n')
    const [file = ''] = words
    expect(words).toHaveLength(1)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(file.startsWith(stateOf(world))).toBe(true)
    const given =
      /#code=(?<code>[0-9a-f]{32})/u.exec(readFileSync(file, 'utf8'))?.groups?.['code'] ?? ''
    expect(words.join(' ')).not.toContain(given)
    // The printed address is another one: opening the browser does not use it up.
    expect(given).not.toBe(code)
    expect((await exchange(origin, { code: given })).status).toBe(200)
    await expect.poll(() => existsSync(file)).toBe(false)
    expect((await exchange(origin, { code })).status).toBe(200)
  })
})

describe('threat S8: a server for the model', () => {
  it('is not started by a tool call of Skillet', async () => {
    const { code, stdout, stderr } = await open({ environment: { SKILLET_CHILD: '1' } }).run(
      'serve',
      '--no-open',
    )
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain('Serving is for a person to decide')
  })

  it('gives a token in a file for its owner alone, which decides nothing', async () => {
    const world = open()
    const { origin, written } = await serve(world, '--no-open', '--client-token', 'token')
    const file = join(world.cwd, 'token')
    expect(written.stderr).toContain(`A new token is in ${file}.`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const token = readFileSync(file, 'utf8').trim()
    expect(token).toMatch(/^[\w-]{43}$/u)
    expect((await withToken(origin, token, '/api/session')).status).toBe(200)
    const change = { method: 'PATCH', body: '{"field":"theme","value":"dark"}' }
    expect((await withToken(origin, token, '/api/settings', change)).status).toBe(403)
  })

  it('lets a token decide that was made for it', async () => {
    const world = open()
    const token = `mine-${'x'.repeat(30)}`
    const file = world.write('token', `${token}\n`)
    chmodSync(file, 0o600)
    const { origin } = await serve(
      world,
      '--no-open',
      '--client-token',
      'token',
      '--client-may-approve',
    )
    const change = { method: 'PATCH', body: '{"field":"theme","value":"dark"}' }
    expect((await withToken(origin, token, '/api/settings', change)).status).toBe(204)
  })

  it.each([
    ['that others may read', 'x'.repeat(40), 0o644, 'Other people may read the token'],
    ['that could be guessed', 'short', 0o600, 'holds no token'],
    ['of several words', 'two words that are long enough', 0o600, 'holds no token'],
  ])('takes no token %s', async (_, text, mode, said) => {
    const world = open()
    chmodSync(world.write('token', text), mode)
    const { code, stderr } = await world.run('serve', '--no-open', '--client-token', 'token')
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
  })

  it('leaves no code in the state folder or in the environment', async () => {
    const world = open()
    const { code } = await serve(world, '--no-open')
    const state = stateOf(world)
    for (const name of existsSync(state) ? readdirSync(state) : []) {
      expect(name.startsWith('open-')).toBe(false)
    }
    expect(JSON.stringify(process.env)).not.toContain(code)
  })
})

describe('threat S9: a server for the network', () => {
  it('wants a password, which is in no flag', async () => {
    const { code, stderr } = await open().run('serve', '--no-open', '--host', '127.0.0.2')
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('needs a password, and nobody can be asked'),
    ])
  })

  it.each([
    ['short', 'short', 'less than 12 letters'],
    ['longer than the page can send', 'x'.repeat(1001), 'more than 1000 letters'],
  ])('takes none that is %s', async (_, password, why) => {
    const world = open()
    world.write('password', `${password}\n`)
    const { code, stderr } = await world.run(
      'serve',
      '--host',
      '127.0.0.2',
      '--password-file',
      'password',
    )
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)])
  })

  it('asks for it, warns, and prints an address without a code', async () => {
    const world = open({ terminal: true, answers: ['correct horse battery'] })
    const { origin, code, written } = await serve(world, '--no-open', '--host', '127.0.0.2')
    expect(written.stderr.replaceAll(/\s+/gu, ' ')).toContain('there is no TLS')
    expect(code).toBe('')
    expect((await exchange(origin, { password: 'wrong' })).status).toBe(403)
    expect((await exchange(origin, { password: 'correct horse battery' })).status).toBe(200)
  })

  it('takes it from a file', async () => {
    const world = open()
    world.write('password', 'correct horse battery\n')
    const { origin } = await serve(
      world,
      '--no-open',
      '--host',
      '127.0.0.2',
      '--password-file',
      'password',
    )
    expect((await exchange(origin, { password: 'correct horse battery' })).status).toBe(200)
  })
})
