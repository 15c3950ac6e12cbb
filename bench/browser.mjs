/**
 * The page in a real browser: how soon it can be used, what it weighs, how soon a key in the menu is
 * painted among 10,000 skills, and how long the longest task is while 1,000 messages scroll by.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { root } from '../scripts/prepare.mjs'
import { writeLongConversation } from './conversation.mjs'
import { generatedSkills } from './corpus.mjs'
import { median } from './measure.mjs'

const executablePath = process.env.SKILLET_CHROMIUM ?? '/usr/bin/chromium'

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Empty on a machine without Chromium. */
export async function measureBrowser() {
  if (!existsSync(executablePath)) return []
  const browser = await chromium.launch({ executablePath, args: switches })
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  try {
    return [
      ...weight(),
      ...(await firstPage(browser, home)),
      ...(await keystrokes(browser, home)),
      ...(await scrolling(browser, home)),
    ]
  } finally {
    await browser.close()
    rmSync(home, { recursive: true, force: true })
  }
}

/** The scripts that the page names in its head: what comes before it can be used. */
function weight() {
  const client = join(root, 'packages/server/client')
  const page = readFileSync(join(client, 'index.html'), 'utf8')
  const scripts = readdirSync(join(client, 'assets')).filter(
    (name) => name.endsWith('.js') && page.includes(name),
  )
  const bytes = scripts.map((name) => gzipSync(readFileSync(join(client, 'assets', name))).length)
  const total = bytes.reduce((sum, size) => sum + size, 0)
  return [{ what: 'script of the first page, compressed', figure: `${kib(total)} KiB` }]
}

async function firstPage(browser, home) {
  const times = []
  for (let round = 0; round < 6; round++) {
    const start = performance.now()
    const server = serve(['npm', ['start', '--silent', '--', 'serve', '--no-open']], home)
    const page = await browser.newPage()
    await page.goto(await server.address)
    await page.getByRole('textbox').and(page.locator('textarea:enabled')).waitFor()
    const time = performance.now() - start
    await page.close()
    await server.end()
    if (round > 0) times.push(time)
  }
  return [
    {
      what: '`npm start` on a built tree, until a message can be typed',
      figure: `${median(times).toFixed(0)} ms`,
    },
  ]
}

async function keystrokes(browser, home) {
  const server = serve(command('--skill', generatedSkills(10_000)), home)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(notePaints)
  await page.goto(await server.address)
  const text = page.locator('textarea')
  await text.click()
  await page.keyboard.type('/')
  await page.getByRole('option').nth(20).waitFor()
  for (let round = 0; round < 3; round++) {
    await page.keyboard.type('skill-00123', { delay: 120 })
    for (const _ of 'skill-00123') await page.keyboard.press('Backspace', { delay: 60 })
  }
  const paints = await page.evaluate(() => Reflect.get(window, 'paints'))
  await page.close()
  await server.end()
  return [
    {
      what: 'a key in the menu over 10,000 skills, until it is painted',
      figure: `${median(paints).toFixed(1)} ms, at most ${Math.max(...paints).toFixed(1)} ms`,
    },
  ]
}

async function scrolling(browser, home) {
  await writeLongConversation(home, 1000)
  const server = serve(command(), home)
  const first = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const access = await first.newPage()
  await access.goto(await server.address)
  await access.locator('textarea').waitFor()
  const page = await first.newPage()
  await page.addInitScript(noteLongTasks)
  await page.goto(new URL('/c/long', access.url()).href)
  await page.getByText('Answer 999 begins here.').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('article').length >= 1000)
  const opening = await page.evaluate(() => Reflect.get(window, 'longTasks').splice(0))
  await page.mouse.move(720, 400)
  for (let turn = 0; turn < 150; turn++) {
    await page.mouse.wheel(0, -600)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }
  const tasks = await page.evaluate(() => Reflect.get(window, 'longTasks'))
  await first.close()
  await server.end()
  return [
    {
      what: 'opening a conversation of 1,000 messages: tasks over 50 ms',
      figure: describeTasks(opening),
    },
    { what: 'scrolling up through it: tasks over 50 ms', figure: describeTasks(tasks) },
  ]
}

/** Runs in the page: from each key to the frame after it, as it is painted. */
function notePaints() {
  const paints = []
  Reflect.set(window, 'paints', paints)
  addEventListener(
    'keydown',
    () => {
      const start = performance.now()
      requestAnimationFrame(() => {
        const painted = new MessageChannel()
        painted.port1.onmessage = () => paints.push(performance.now() - start)
        painted.port2.postMessage(0)
      })
    },
    { capture: true },
  )
}

/** Runs in the page. */
function noteLongTasks() {
  const tasks = []
  Reflect.set(window, 'longTasks', tasks)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

function command(...words) {
  const script = join(root, 'packages/cli/dist/skillet.cjs')
  return [process.execPath, [script, 'serve', '--no-open', ...words]]
}

/** A server of a person whose home is also the folder that they work in. */
function serve([program, words], home) {
  const server = spawn(program, program === 'npm' ? ['--prefix', root, ...words] : words, {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, INIT_CWD: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ended = new Promise((resolve) => server.on('exit', resolve))
  const address = new Promise((resolve, reject) => {
    const listen = (piece) => {
      said += piece
      const found = /http:\/\/\S+#code=\w+/.exec(said)?.[0]
      if (found !== undefined) resolve(found)
    }
    server.stdout.on('data', listen)
    server.stderr.on('data', listen)
    void ended.then(() =>
      reject(new Error(`The server ended before it said its address:\n${said}`)),
    )
  })
  return {
    address,
    async end() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

function describeTasks(tasks) {
  return tasks.length === 0
    ? 'none'
    : `${tasks.length}, the longest ${Math.max(...tasks).toFixed(0)} ms`
}

function kib(bytes) {
  return (bytes / 1024).toFixed(0)
}
