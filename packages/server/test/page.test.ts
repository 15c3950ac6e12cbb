import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TrustQuestion } from '../src/contract/index.ts'
import { read } from './read.ts'
import { codeOf, openServer, type ServerWorld } from './server-world.ts'

const html = '<!doctype html>\n<html lang="en" data-theme="system">\n<body>$& $1</body></html>'
let world: ServerWorld
beforeAll(async () => {
  world = await openServer({
    client: {
      'index.html': html,
      'assets/main-a1b2.js': 'export {}',
      'assets/main.css': 'a {}',
      'icon.svg': '<svg/>',
      '.env': 'SECRET=1',
      'notes.unknown': 'x',
    },
  })
})
afterAll(() => world.close())

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${world.origin}${path}`, { headers })

describe('the page', () => {
  it('is the same for each of its own addresses, and is asked for each time', async () => {
    for (const path of [
      '/',
      '/index.html',
      '/skills',
      '/c/abc',
      '/c/a.b',
      '/.env',
      '/notes.unknown',
    ]) {
      const answer = await get(path)
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, html])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('has language and colours before its first script runs', async () => {
    await world.call('/api/settings', { method: 'PATCH', json: { field: 'theme', value: 'dark' } })
    const answer = await get('/', { 'accept-language': 'zh-CN' })
    expect(await answer.text()).toContain('<html lang="zh" data-theme="dark">')
    await world.call('/api/settings', { method: 'PATCH', json: { field: 'theme', value: null } })
  })

  it('has files that are kept where their name changes with them', async () => {
    const script = await get('/assets/main-a1b2.js')
    expect(await script.text()).toBe('export {}')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const icon = await get('/icon.svg')
    expect([icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual([
      'image/svg+xml',
      'no-cache',
    ])
  })

  it.each([
    '/none.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/.hidden.js',
    '//x.js',
  ])('reads no other file: %s', async (path) => {
    const answer = await fetch(`${world.origin}${path}`)
    expect([400, 404]).toContain(answer.status)
  })

  it('can only be read', async () => {
    const answer = await fetch(`${world.origin}/`, { method: 'POST' })
    expect([answer.status, await codeOf(answer)]).toEqual([405, 'not-allowed'])
    expect((await fetch(`${world.origin}/`, { method: 'HEAD' })).status).toBe(200)
  })

  it('says that it was not built', async () => {
    const api = await openServer()
    const answer = await fetch(`${api.origin}/`)
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'not-found'])
    await api.close()
  })
})

describe('a fault of our own', () => {
  it('is told to whoever runs the server, and not to the page', async () => {
    const faults: unknown[] = []
    const faulty = await openServer({
      options: {
        onFault: (error) => faults.push(error),
        rules: {
          list() {
            throw new Error('secret path /home/ada')
          },
          remove: async () => false,
        },
      },
    })
    const answer = await faulty.call('/api/settings')
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('ada')])
    expect(faults).toEqual([new Error('secret path /home/ada')])
    await faulty.close()
  })
})

describe('a skill that is saved', () => {
  it('is told to every page, with what to say about it', async () => {
    const own = await openServer()
    const told: unknown[] = []
    const { hub } = own.server
    const publish = hub.publish.bind(hub)
    Object.assign(hub, {
      publish(...given: Parameters<typeof publish>) {
        if (given[0].type === 'skills') told.push(given[0])
        publish(...given)
      },
    })
    const path = own.skill('deploy')
    await own.reload()
    own.write('.claude/skills/deploy/SKILL.md', '---\nname: deploy\n---\nx')
    await own.reload()
    expect(told).toMatchObject([
      {
        type: 'skills',
        changed: [{ path, state: 'untrusted' }],
        removed: [],
        notes: [{ path, ok: false, message: 'deploy waits for your trust.' }],
      },
      {
        type: 'skills',
        changed: [{ path, state: 'invalid' }],
        notes: [{ path, ok: false, message: expect.stringMatching(/^deploy cannot be called: /u) }],
      },
    ])
    await own.close()
  })

  it('is told without a word where only its state changed', async () => {
    const own = await openServer()
    const path = own.skill('deploy')
    await own.reload()
    const told: unknown[] = []
    const publish = own.server.hub.publish.bind(own.server.hub)
    Object.assign(own.server.hub, {
      publish(...given: Parameters<typeof publish>) {
        told.push(given[0])
        publish(...given)
      },
    })
    const { digest } = await read<TrustQuestion>(own.call('/api/trust'))
    await own.call('/api/trust', { method: 'POST', json: { decision: 'trust', digest } })
    expect(told).toMatchObject([
      { type: 'skills', changed: [{ path, state: 'loaded' }], notes: [] },
      // How many are loaded, and that trust was given.
      { type: 'session' },
      { type: 'session' },
    ])
    await own.close()
  })
})
