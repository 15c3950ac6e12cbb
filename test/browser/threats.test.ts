import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages } from './talk.ts'
import { hasBrowser, openWorld, startMs, type World } from './world.ts'

/** A page of another service on this computer, in the browser that our page is open in. */
interface OtherPort {
  readonly origin: string
  /** The cookies that came with each path, the last ones. */
  readonly seen: Map<string, string | undefined>
  close(): void
}

async function openOtherPort(): Promise<OtherPort> {
  const seen = new Map<string, string | undefined>()
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://other')
    seen.set(pathname, request.headers.cookie)
    const name = searchParams.get('plant')
    const planted = searchParams.getAll('at').map((path) => `${name}=planted; Path=${path}`)
    response.setHeader('Set-Cookie', planted)
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>Other</title><body></body>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, seen, close: () => server.close() }
}

/** What a page elsewhere can do without being allowed anything; each gives what it could read. */
function attempts(target: string) {
  const settled = async (work: () => Promise<string>) => work().catch(() => 'nothing')
  const element = (name: 'img' | 'script' | 'iframe', source: string) =>
    new Promise<string>((resolve) => {
      const made = document.createElement(name)
      made.onload = () => resolve(name === 'iframe' ? 'unknown' : 'loaded')
      made.onerror = () => resolve('nothing')
      made.src = source
      document.body.append(made)
    })
  const eventSource = () =>
    new Promise<string>((resolve) => {
      const source = new EventSource(`${target}/api/live`, { withCredentials: true })
      source.onopen = () => resolve('open')
      source.onerror = () => {
        source.close()
        resolve('nothing')
      }
    })
  const socket = () =>
    new Promise<string>((resolve) => {
      const opened = new WebSocket(`${target.replace('http', 'ws')}/api/live`)
      opened.onopen = () => resolve('open')
      opened.onerror = () => resolve('nothing')
    })
  const change = JSON.stringify({ field: 'theme', value: 'dark' })
  const form = () => {
    const made = document.createElement('form')
    made.method = 'post'
    made.enctype = 'text/plain'
    made.action = `${target}/api/trust`
    made.target = 'sink'
    const field = document.createElement('input')
    field.name = '{"decision":"trust","digest":"'
    field.value = '"}'
    made.append(field)
    const sink = document.createElement('iframe')
    sink.name = 'sink'
    document.body.append(sink, made)
    made.submit()
    return 'nothing'
  }
  return Promise.all([
    settled(async () => (await fetch(`${target}/api/session`, { credentials: 'include' })).text()),
    settled(async () =>
      (await fetch(`${target}/api/session`, { credentials: 'include', mode: 'no-cors' })).text(),
    ),
    settled(async () =>
      (
        await fetch(`${target}/api/settings`, {
          method: 'PATCH',
          credentials: 'include',
          headers: { 'content-type': 'application/json', 'x-skillet-key': 'guess' },
          body: change,
        })
      ).text(),
    ),
    settled(async () => String(navigator.sendBeacon(`${target}/api/trust`, change)).slice(0, 0)),
    element('img', `${target}/api/session`),
    element('script', `${target}/api/session`),
    eventSource(),
    socket(),
    Promise.resolve(form()),
  ])
}

describe.skipIf(!hasBrowser)('a page of another port, in the same browser', () => {
  let world: World
  let other: OtherPort
  let page: Page
  beforeAll(async () => {
    world = await openWorld()
    other = await openOtherPort()
    page = await world.open()
  }, startMs)
  afterAll(async () => {
    other?.close()
    await world?.close()
  })

  it('threats S2, S3, S5: reads nothing and does nothing, though the browser sends it our cookie', async () => {
    const theirs = await page.context().newPage()
    await theirs.goto(other.origin)
    const got = await theirs.evaluate(attempts, world.origin())
    expect(got.map((one) => (one === '' ? 'nothing' : one))).toEqual(got.map(() => 'nothing'))
    // Cookies go to every port of a host, so it has ours; what it lacks is the key.
    await theirs.goto(`${other.origin}/api/`)
    const cookie = other.seen.get('/api/') ?? ''
    expect(cookie).toContain('skillet-')
    const stolen = await fetch(`${world.origin()}/api/session`, { headers: { cookie } })
    expect(stolen.status).toBe(401)
    await theirs.close()
  })

  it('threat S10: cannot put our page into a frame, and holds no window of it', async () => {
    const theirs = await page.context().newPage()
    await theirs.goto(other.origin)
    const framed = await theirs.evaluate(async (target) => {
      const frame = document.createElement('iframe')
      frame.src = target
      const loaded = new Promise((resolve) => {
        frame.onload = resolve
      })
      document.body.append(frame)
      await loaded
      return frame.contentDocument === null
    }, world.origin())
    expect(framed).toBe(true)
    const inside = theirs.frames().filter((frame) => frame.url().startsWith(world.origin()))
    for (const frame of inside) expect(await frame.locator('#page').count()).toBe(0)
    const popup = theirs.waitForEvent('popup')
    const held = await theirs.evaluateHandle((target) => window.open(target), world.origin())
    // It is there for the person, and gone for who opened it.
    const isGone = theirs.waitForFunction((opened) => opened?.closed === true, held)
    expect((await popup).isClosed()).toBe(false)
    await isGone
    await theirs.close()
  })

  it('threats S8, E7: shows of a message that a program sent, that the person did not', async () => {
    await world.seed(async (store) => {
      await store.create({ id: 'sent', workspace: world.cwd, now: 1 })
      for (const more of [{ id: 'm1' }, { id: 'm2', askedBy: 'program' as const }]) {
        const parts = [{ type: 'text', text: `Text of ${more.id}` }] as const
        await store.put('sent', { ...more, role: 'user', parts, createdAt: 1 })
      }
    })
    const read = await world.open({ path: '/c/sent' })
    const [own, sent] = ['m1', 'm2'].map((id) =>
      messages(read).filter({ hasText: `Text of ${id}` }),
    )
    await sent?.getByText('Sent by a program, not by you').waitFor()
    await sent?.getByRole('heading', { name: /^A program, / }).waitFor()
    expect(await own?.getByText('Sent by a program').count()).toBe(0)
    await own?.getByRole('heading', { name: /^You, / }).waitFor()
    await read.context().close()
  })

  it('has a page that runs under its own policy without a violation', async () => {
    const said: string[] = []
    const fresh = await page.context().newPage()
    fresh.on('console', (message) => {
      if (/content security policy|trusted/iu.test(message.text())) said.push(message.text())
    })
    await fresh.goto(world.origin())
    await fresh.getByRole('main').waitFor()
    expect(said).toEqual([])
    await fresh.close()
  })

  it('threat S2: gets in by no cookie that it plants, and what it plants beside ours is in nobody’s way', async () => {
    const { port } = new URL(world.origin())
    const plant = async (...paths: readonly string[]) => {
      const theirs = await page.context().newPage()
      const at = paths.map((path) => `&at=${encodeURIComponent(path)}`).join('')
      await theirs.goto(`${other.origin}/?plant=skillet-${port}${at}`)
      await theirs.close()
    }
    const answer = () =>
      page.evaluate(async () => {
        const key = localStorage.getItem('skillet-key') ?? ''
        const response = await fetch('/api/session', { headers: { 'x-skillet-key': key } })
        return response.ok ? 'open' : (await response.json()).error.code
      })
    await plant('/', '/api/session')
    expect(await answer()).toBe('open')
    // Writing over ours closes our page, which says so: nothing opens by it.
    await plant('/api')
    expect(await answer()).toBe('earlier-start')
  })
})
