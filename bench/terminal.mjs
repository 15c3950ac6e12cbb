/**
 * The chat in a real terminal: how soon its first prompt stands there, how soon a key is on screen,
 * also below a long conversation, and what a piece of a streamed answer costs.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../scripts/prepare.mjs'
import { writeLongConversation } from './conversation.mjs'
import { generatedSkills } from './corpus.mjs'
import { median } from './measure.mjs'

const { spawn } = createRequire(join(root, 'packages/cli/package.json'))('@lydell/node-pty')

/** @param command the built command; default: that of the workspace */
export async function measureTerminal(command = join(root, 'packages/cli/dist/skillet.cjs')) {
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  const model = await startModel()
  mkdirSync(join(home, '.config/skillet'), { recursive: true })
  writeFileSync(
    join(home, '.config/skillet/settings.json'),
    JSON.stringify({
      model: 'local/test-model',
      providers: { local: { kind: 'openai-compatible', baseURL: model.baseURL } },
    }),
  )
  const open = (words) => openTerminal(words, home)
  try {
    return [
      ...(await firstPrompt(open, command)),
      ...(await keystrokes(open, command)),
      ...(await streamedPieces(open, command, model)),
      ...(await longAnswer(open, command, model)),
      ...(await longConversation(open, command, home)),
    ]
  } finally {
    model.close()
    rmSync(home, { recursive: true, force: true })
  }
}

async function firstPrompt(open, command) {
  const times = { bare: [], prompt: [] }
  for (let round = 0; round < 12; round++) {
    const bareStart = performance.now()
    const bare = open(['-e', '0'])
    await bare.ended
    const bareTime = performance.now() - bareStart
    const start = performance.now()
    const chat = open([command])
    await chat.writes('›')
    const time = performance.now() - start
    chat.close()
    await chat.ended
    if (round === 0) continue
    times.bare.push(bareTime)
    times.prompt.push(time)
  }
  const bare = median(times.bare)
  const prompt = median(times.prompt)
  return [
    { what: '`node -e 0`, in a terminal', figure: `${bare.toFixed(1)} ms` },
    {
      what: 'first prompt on screen',
      figure: `${prompt.toFixed(1)} ms, ${(prompt - bare).toFixed(1)} ms more`,
    },
  ]
}

async function keystrokes(open, command) {
  const chat = open([command, 'chat', '--skill', generatedSkills(10_000)])
  await chat.writes('local/test-model')
  await chat.quiet()
  chat.type('/')
  await chat.writes('Skills')
  await chat.quiet()
  const times = []
  const text = 'skill-00123'
  for (let round = 0; round < 3; round++) {
    for (const letter of text) {
      chat.forget()
      const start = performance.now()
      chat.type(letter)
      await chat.writes('\u001b[?2026l')
      times.push(performance.now() - start)
      await chat.quiet()
    }
    for (const _ of text) chat.type('\u007f')
    await chat.quiet()
  }
  chat.close()
  await chat.ended
  return [
    {
      what: 'a key in the menu over 10,000 skills, until it is drawn',
      figure: `${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`,
    },
  ]
}

async function streamedPieces(open, command, model) {
  const chat = open([command])
  await chat.writes('local/test-model')
  await chat.quiet()
  chat.type('hello\r')
  await model.asked()
  await chat.quiet()
  const sizes = []
  // A line of some ten words, as in any answer, and a new one now and then.
  for (let piece = 0; piece < 120; piece++) {
    chat.forget()
    model.say(piece % 40 === 39 ? '\n\n' : 'word ')
    await chat.quiet()
    sizes.push(chat.written().length)
  }
  chat.close()
  await chat.ended
  const told = sizes.filter((size) => size > 0)
  return [
    {
      what: 'written for one piece of a streamed answer, 100 columns',
      figure: `${median(told)} bytes, at most ${Math.max(...told)}`,
    },
  ]
}

/** One line without a blank, as a file in base64 is, and the pieces that come at its end. */
async function longAnswer(open, command, model) {
  const chat = open([command])
  await chat.writes('local/test-model')
  await chat.quiet()
  chat.type('hello\r')
  await model.asked()
  model.say('QUJD'.repeat(750_000))
  await chat.quiet()
  const times = []
  for (let piece = 0; piece < 20; piece++) {
    chat.forget()
    const start = performance.now()
    model.say('QUJDREVGR0hJ')
    await chat.writes('\u001b[?2026l')
    times.push(performance.now() - start)
    await chat.quiet()
  }
  chat.close()
  await chat.ended
  return [
    {
      what: 'a piece of an answer of 3 MB in one line, until it is drawn',
      figure: `${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`,
    },
  ]
}

async function longConversation(open, command, home) {
  const size = 10_000
  await writeLongConversation(home, size)
  const start = performance.now()
  const chat = open([command, 'chat', '--continue'])
  await chat.writes(`Answer ${size - 1} begins here`)
  const opening = performance.now() - start
  await chat.quiet()
  const times = []
  for (const letter of 'a message that is typed below it') {
    chat.forget()
    const pressed = performance.now()
    chat.type(letter)
    await chat.writes('\u001b[?2026l')
    times.push(performance.now() - pressed)
    await chat.quiet()
  }
  chat.forget()
  const resized = performance.now()
  chat.resize(90, 30)
  await chat.writes('\u001b[?2026l')
  const redrawn = performance.now() - resized
  chat.close()
  await chat.ended
  return [
    {
      what: 'a key below a conversation of 10,000 messages, until it is drawn',
      figure: `${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`,
    },
    { what: 'a resize there, until it is drawn', figure: `${redrawn.toFixed(0)} ms` },
    {
      what: '`skillet chat --continue` with it, until its end is drawn',
      figure: `${(opening / 1000).toFixed(1)} s`,
    },
  ]
}

function openTerminal(words, home) {
  const pty = spawn(process.execPath, words, {
    cols: 100,
    rows: 30,
    cwd: home,
    name: 'xterm-256color',
    env: { PATH: process.env.PATH, HOME: home, TERM: 'xterm-256color' },
  })
  let written = ''
  let last = performance.now()
  const listeners = new Set()
  pty.onData((data) => {
    written += data
    last = performance.now()
    for (const listener of listeners) listener()
  })
  const ended = new Promise((resolve) => pty.onExit(resolve))
  return {
    ended,
    written: () => written,
    forget() {
      written = ''
    },
    type: (keys) => pty.write(keys),
    resize: (columns, rows) => pty.resize(columns, rows),
    close: () => pty.kill('SIGKILL'),
    writes: (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          if (!written.includes(wanted)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
    /** Until nothing was written for a while. */
    async quiet() {
      const pause = 60
      const start = performance.now()
      do await new Promise((resolve) => setTimeout(resolve, pause / 2))
      while (performance.now() - Math.max(last, start) < pause)
    },
  }
}

/** Says what it is told to, when it is told to. */
async function startModel() {
  let response
  let tell = () => {}
  const server = createServer((request, answer) => {
    request.resume()
    if (request.method !== 'POST') return answer.end('{"data":[{"id":"test-model"}]}')
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.flushHeaders()
    response = answer
    tell()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseURL: `http://127.0.0.1:${server.address().port}/v1`,
    /** Until the next request is there. */
    asked: () =>
      new Promise((resolve) => {
        tell = resolve
      }),
    say(content) {
      const choices = [{ index: 0, delta: { content }, finish_reason: null }]
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices }
      response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
