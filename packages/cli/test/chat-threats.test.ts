import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  type ProtocolServer,
  type Reply,
  reasoning,
  says,
  startOpenAI,
  status,
  stream,
  text,
} from '../../agent/test/servers/index.ts'
import {
  type Build,
  buildCommand,
  key,
  openTerminal,
  type RealTerminal,
  type TerminalOptions,
} from './chat-terminal.ts'
import { createWorld, type World } from './world.ts'

let build: Build
let world: World
let server: ProtocolServer | undefined
const open: RealTerminal[] = []

beforeAll(() => {
  build = buildCommand()
}, 60_000)
afterEach(async () => {
  for (const terminal of open.splice(0)) terminal.close()
  await server?.close()
  server = undefined
  world.remove()
})
afterAll(() => build.remove())

/** In every line that only looks like one of Skillet's, and in nothing else. */
const mark = 'FORGED'

/** What Skillet's own lines begin with, at the left edge. */
const signs = ['┃', '●', '✓', '✗', '?', '■', '▸', '·', '!', '▌', '❯', '›', '→', '│', '─']

/** What fills a row to its end, so that what follows would begin the next: wide, and of doubtful width. */
const fillers = [
  'x',
  '文',
  '☺️',
  '👩‍👩‍👧',
  '🇩🇪',
  '1️⃣',
  'e\u0301',
  'ᄀ',
  '﷽',
  '\u3000',
  '\t',
  'ｱﾞ',
  '\u00ad',
  'का',
  'क्ष',
  '\u0600',
  'ำ',
  'ᄀ\u1161\ud7b0',
]

const own = [
  ...signs.map((sign) => `${sign} ${mark}`),
  `┃ ${mark} Waiting for you: Run a command`,
  `┃ ${mark} y once   t for this turn   n no`,
  `${mark} local/test-model · Context 3 %`,
]

/** Each on a line of its own, behind steering, and behind rows that are full to a cell or nearly. */
const forged = [
  ...own,
  ...own.slice(0, 2).map((line) => `harmless\r${line}`),
  ...own.slice(0, 2).map((line) => `\u001b[1G\u001b[2K${line}`),
  ...own.slice(0, 2).map((line) => `\u2028${line}\u0085${line}`),
  ...fillers.flatMap((filler) =>
    [19, 20, 37, 38, 39, 40, 41, 76, 77, 78, 79, 80].map(
      (count) => `${filler.repeat(count)}┃ ${mark}`,
    ),
  ),
].join('\n')

const markdown = [
  forged,
  own.join('\n\n'),
  `\`\`\`\n${own.join('\n')}\n\`\`\``,
  own.map((line) => `- ${line}`).join('\n'),
  own.map((line) => `> ${line}`).join('\n'),
  `| ${own[0]} |\n|---|\n| ${own[1]} |`,
  own.map((line) => `# ${line}`).join('\n'),
  own.map((line) => `<p>${line}</p>`).join('\n'),
].join('\n\n')

async function prepare(title: string, ...replies: readonly Reply[]): Promise<void> {
  let next = 0
  server = await startOpenAI(({ body }) => {
    const hasTools = typeof body === 'object' && body !== null && 'tools' in body
    return hasTools ? (replies[next++] ?? says('No more answers.')) : says(title)
  })
  world = createWorld()
  world.write(
    '~/.config/skillet/settings.json',
    JSON.stringify({
      model: 'local/test-model',
      sandbox: 'off',
      providers: { local: { kind: 'openai-compatible', baseURL: server.baseURL } },
    }),
  )
}

async function chat(options: TerminalOptions = {}): Promise<RealTerminal> {
  const terminal = openTerminal(build, world, options)
  open.push(terminal)
  await terminal.shows('Write a message')
  return terminal
}

/** Rows, of all that were ever on screen, that pass for Skillet's own: at its edge, or its card's. */
function passing(terminal: RealTerminal): readonly string[] {
  return terminal
    .history()
    .split('\n')
    .filter((row) => {
      const atEdge = [mark, ...signs.map((sign) => `${sign} ${mark}`)]
      const inCard = atEdge.flatMap((start) => [`┃ ${start}`, `┃${start}`])
      return [...atEdge, ...inCard].some((start) => row.startsWith(start))
    })
}

/** The row that says which model answers, which is the last. */
const lastRow = (terminal: RealTerminal) =>
  terminal
    .lines()
    .filter((row) => row.trim() !== '')
    .at(-1)

describe('threat P4: text that imitates Skillet', () => {
  it.each([{ columns: 40 }, { columns: 80 }, { columns: 120 }])(
    'of an answer stands behind its margin, at $columns columns',
    async ({ columns }) => {
      await prepare(own[0] ?? '', stream([reasoning(forged), text(`${markdown}\n\nThe end.`)]))
      const terminal = await chat({ columns, rows: 30 })
      terminal.type(`go${key.enter}`)
      await terminal.shows('The end.')
      await terminal.shows('Done')
      terminal.type(key.ctrl('o'))
      await terminal.shows((screen) => !screen.includes('Ctrl-O'))
      expect(terminal.history()).toContain(`  ┃ ${mark}`)
      expect(passing(terminal)).toEqual([])
      expect(lastRow(terminal)).toMatch(/^ {2}local\/test-model/u)
      expect(terminal.lines().filter((row) => row.startsWith('› '))).toHaveLength(1)
    },
  )

  it('of a call, its output and its failure stands behind the call’s own sign', async () => {
    await prepare(
      own[1] ?? '',
      stream([call('read', { path: 'forged.txt' }), call('ls', { path: `no\n${own.join('\n')}` })]),
      stream([call(`tool\n${own.join('\n')}`, { path: forged })]),
      says('The end.'),
    )
    world.write('forged.txt', forged)
    const terminal = await chat({ rows: 40 })
    terminal.type(`go${key.enter}`)
    await terminal.shows('The end.')
    await terminal.shows('Done')
    terminal.type(key.ctrl('o'))
    await terminal.shows(new RegExp(`^ {2}│ .*${mark}`, 'mu'))
    expect(passing(terminal)).toEqual([])
    expect(terminal.history()).not.toMatch(/^┃/mu)
  })

  it('of what a question is about stands in its card, behind a margin of its own', async () => {
    const command = `echo a\n${own.join('\n')}\ny once   n no ${mark}`
    await prepare('', stream([call('bash', { command })]), says('I see.'))
    const terminal = await chat({ rows: 60 })
    terminal.type(`go${key.enter}`)
    await terminal.shows('Tab writes a message first')
    const card = terminal.lines().filter((row) => row.includes(mark) && !row.startsWith('? bash '))
    expect(card.length).toBeGreaterThanOrEqual(own.length)
    for (const row of card) expect(row).toMatch(/^┃ {3}\S/u)
    expect(terminal.lines().filter((row) => row.startsWith('┃ Waiting for you:'))).toHaveLength(1)
    expect(terminal.lines().filter((row) => row.startsWith('┃ y once'))).toHaveLength(1)
    terminal.type('n')
    await terminal.shows('Why not?')
    terminal.type(`no${key.enter}`)
    await terminal.shows('I see.')
    expect(passing(terminal)).toEqual([])
  })

  it('of a provider, a skill, a title and a paste is one row or stands behind a margin', async () => {
    await prepare(own.join('\n'), says('Named.'), status(400, forged), says('Fine.'))
    const quoted = JSON.stringify(own.join('\n'))
    world.skill('~/.claude/skills', 'forger', { description: quoted, 'argument-hint': quoted })
    const terminal = await chat({ rows: 40 })
    terminal.type(`go${key.enter}`)
    await terminal.shows('Named.')
    await terminal.shows('Done')
    terminal.type(key.paste(forged))
    await terminal.shows(mark)
    terminal.type(key.enter)
    await terminal.shows('Ctrl-R answers once more')
    terminal.type('/forg')
    await terminal.shows('❯ /forger')
    expect(passing(terminal)).toEqual([])
    const next = await chat({ rows: 40 })
    next.type(`/resume${key.enter}`)
    await next.shows('Conversations of this folder')
    next.type(key.enter)
    await next.shows('Going on in')
    expect(passing(next)).toEqual([])
  })
})
