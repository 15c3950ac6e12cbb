import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  type ProtocolServer,
  type Script,
  says,
  startOpenAI,
  stream,
  text,
} from '../../agent/test/servers/index.ts'
import {
  answers,
  type Build,
  buildCommand,
  key,
  later,
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

async function prepare(script: Script = answers()): Promise<void> {
  server = await startOpenAI(script)
  world = createWorld()
  world.write(
    '~/.config/skillet/settings.json',
    JSON.stringify({
      model: 'local/test-model',
      providers: { local: { kind: 'openai-compatible', baseURL: server.baseURL } },
    }),
  )
  world.skill('~/.claude/skills', 'review', {}, 'Review what you are given.')
}

function start(options: TerminalOptions = {}): RealTerminal {
  const terminal = openTerminal(build, world, options)
  open.push(terminal)
  return terminal
}

/** Inside a shell that says, afterwards, how the terminal was left. */
const inShell =
  'before=$(stty -g); $SKILLET; echo "code $?"; [ "$before" = "$(stty -g)" ] && echo same terminal'

describe('the terminal is left as it was found', () => {
  it.each([
    ['/quit', (terminal: RealTerminal) => terminal.type(`/quit${key.enter}`), 'code 0'],
    ['Ctrl-D', (terminal: RealTerminal) => terminal.type(key.ctrl('d')), 'code 0'],
    ['SIGTERM', (terminal: RealTerminal) => signal(terminal, 'TERM'), 'code 143'],
    ['SIGQUIT', (terminal: RealTerminal) => signal(terminal, 'QUIT'), 'code 131'],
    ['SIGINT from elsewhere', (terminal: RealTerminal) => signal(terminal, 'INT'), 'code 130'],
  ])('by %s', async (_way, leave, code) => {
    await prepare()
    const terminal = start({ shell: inShell })
    await terminal.shows('local/test-model')
    leave(terminal)
    await terminal.shows(code)
    await terminal.shows('same terminal')
    await terminal.ended
    expect(terminal.modes()).toEqual({ bracketedPaste: false, caretHidden: false })
    // Nothing of the composer is left below the conversation.
    if (code === 'code 0') expect(terminal.text()).not.toContain('Write a message')
  })

  it('by SIGTERM in the midst of an answer: what came so far is kept', async () => {
    await prepare(answers(stream([text('Half an answer ')], { ending: 'stall' })))
    const terminal = start({ shell: inShell })
    await terminal.shows('local/test-model')
    terminal.type(`go${key.enter}`)
    await terminal.shows('Half an')
    signal(terminal, 'TERM')
    await terminal.shows('same terminal')
    const next = start({ words: ['chat', '--continue'] })
    await next.shows('Half an answer')
  })

  it('by SIGHUP, and when the keyboard is gone: the process ends', async () => {
    await prepare()
    const terminal = start()
    await terminal.shows('local/test-model')
    process.kill(terminal.pid, 'SIGHUP')
    const { code } = await terminal.ended
    expect(code).toBe(129)
    expect(terminal.modes()).toEqual({ bracketedPaste: false, caretHidden: false })
  })

  it('leaves what stood on the terminal before it in the scroll-back, also after resizes', async () => {
    await prepare(
      answers(says(Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n\n'))),
    )
    const terminal = start({ shell: 'echo what stood here before; $SKILLET' })
    await terminal.shows('local/test-model')
    terminal.type(`go${key.enter}`)
    await terminal.shows('Done')
    terminal.resize(60, 20)
    await terminal.shows(
      (screen) => screen.includes('Write a message') && screen.includes('line 59'),
    )
    terminal.type(key.ctrl('d'))
    await terminal.ended
    expect(terminal.history()).toContain('what stood here before')
    expect(terminal.written()).not.toContain('\u001b[3J')
  })
})

/** To the chat itself, which is the child of the shell. */
function signal(terminal: RealTerminal, name: string): void {
  const children = readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, 'utf8')
  process.kill(Number(children.trim().split(' ')[0]), `SIG${name}`)
}

const draftFolder = () => join(world.home, '.local/state/skillet/drafts')

/** The contents of all files with drafts; what is still being written is none yet. */
function keptDrafts(): string {
  const folder = draftFolder()
  if (!existsSync(folder)) return ''
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
}

describe('what was begun is there again', () => {
  it('after kill -9 in the midst of an answer: it is marked interrupted, and Ctrl-R asks once more', async () => {
    await prepare(
      answers(stream([text('Cut off here ')], { ending: 'stall' }), says('Whole this time.')),
    )
    const terminal = start()
    await terminal.shows('local/test-model')
    terminal.type(`a question${key.enter}`)
    await terminal.shows('Cut off')
    terminal.type('a draft that nobody sent')
    await terminal.shows('nobody sent')
    await expect.poll(keptDrafts).toContain('nobody sent')
    process.kill(terminal.pid, 'SIGKILL')
    await terminal.ended
    const next = start({ words: ['chat', '--continue'], rows: 30 })
    await next.shows('The last answer was cut off')
    expect(next.text()).toContain('▌ a question')
    expect(next.text()).toContain('› a draft that nobody sent')
    next.type(key.ctrl('r'))
    await next.shows('Whole this time.')
  })

  it('a message that waited in the queue waits again, and Enter sends it', async () => {
    const first = later(says('Sent at last.'))
    await prepare(answers(first.reply, says('Sent at last.')))
    const terminal = start()
    await terminal.shows('local/test-model')
    terminal.type(`one${key.enter}`)
    await terminal.shows('Waiting for the model')
    terminal.type(`two${key.enter}`)
    await terminal.shows('Next: two')
    await expect.poll(keptDrafts).toContain('"queue":[{"text":"two"}]')
    process.kill(terminal.pid, 'SIGKILL')
    await terminal.ended
    first.come()
    const next = start()
    await next.shows('Enter sends the next one')
    next.type(key.enter)
    await next.shows('Sent at last.')
  })
})

describe('two chats in one folder', () => {
  it('each keeps its own draft; when both are gone, the next two chats are offered one each', async () => {
    await prepare()
    const [one, other] = [start(), start()]
    await one.shows('local/test-model')
    await other.shows('local/test-model')
    one.type('written in the first')
    await expect.poll(keptDrafts).toContain('in the first')
    other.type('written in the second')
    await expect.poll(keptDrafts).toContain('in the second')
    expect(keptDrafts()).toContain('in the first')
    for (const terminal of [one, other]) {
      process.kill(terminal.pid, 'SIGKILL')
      await terminal.ended
    }
    const next = start()
    await next.shows('› written in the second')
    const last = start()
    await last.shows('› written in the first')
    expect(next.text()).toContain('› written in the second')
  })

  it('what waits in one is no business of the other, until the one is dead; then it is sent once', async () => {
    const first = later(says('First answer.'))
    await prepare(answers(first.reply, says('Sent at last.')))
    const one = start()
    await one.shows('local/test-model')
    one.type(`one${key.enter}`)
    await one.shows('Waiting for the model')
    one.type(`two${key.enter}`)
    await one.shows('Next: two')
    const other = start()
    await other.shows('local/test-model')
    other.type('mine')
    await expect.poll(keptDrafts).toContain('mine')
    expect(other.text()).not.toContain('Next: two')
    process.kill(one.pid, 'SIGKILL')
    await one.ended
    first.come()
    const heirs = [start(), start()]
    await Promise.all(heirs.map((heir) => heir.shows('local/test-model')))
    await expect
      .poll(() => heirs.filter((heir) => heir.text().includes('Next: two')))
      .toHaveLength(1)
    for (const heir of heirs) heir.type(key.enter)
    await Promise.any(heirs.map((heir) => heir.shows('Sent at last.')))
    const asked = server?.requests.filter(({ body }) => JSON.stringify(body).includes('"two"'))
    expect(asked?.filter(({ body }) => JSON.stringify(body).includes('"tools"'))).toHaveLength(1)
    expect(other.text()).toContain('› mine')
  })

  it('killed while a message is on its way: it is in the store, and nowhere else', async () => {
    await prepare(answers(later(says('never')).reply))
    const terminal = start()
    await terminal.shows('local/test-model')
    terminal.type(`asked once${key.enter}`)
    await expect.poll(() => server?.requests.length).toBe(1)
    process.kill(terminal.pid, 'SIGKILL')
    await terminal.ended
    const next = start({ words: ['chat', '--continue'] })
    await next.shows('▌ asked once')
    expect(next.history().split('asked once')).toHaveLength(2)
  })
})

it('a draft that cannot be kept says so, once, and the chat goes on', async () => {
  await prepare(answers(says('All the same.')))
  mkdirSync(dirname(draftFolder()), { recursive: true })
  writeFileSync(draftFolder(), 'in the way of the folder')
  const terminal = start()
  await terminal.shows('local/test-model')
  terminal.type('hello')
  await terminal.shows('What you are writing is not kept')
  terminal.type(` there${key.enter}`)
  await terminal.shows('All the same.')
  terminal.type('more')
  await terminal.shows('› more')
  terminal.type(key.ctrl('u') + key.ctrl('d'))
  await terminal.ended
  expect(terminal.history().split('is not kept for another time')).toHaveLength(2)
})

describe('a key of the person', () => {
  it('that is typed by mistake is written into no draft', async () => {
    await prepare()
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789'
    const terminal = start({ environment: { OPENAI_API_KEY: secret } })
    await terminal.shows('local/test-model')
    terminal.type('hello ')
    await expect.poll(keptDrafts).toContain('hello')
    terminal.type(secret)
    await expect.poll(keptDrafts).not.toContain('hello')
    expect(keptDrafts()).not.toContain(secret)
  })
})

describe('any terminal', () => {
  it.each([40, 80, 200])(
    '%i columns: no line is broken, the caret stands in the text',
    async (columns) => {
      await prepare(
        answers(
          says(
            `${'word '.repeat(80)}\n\n| a | b | c |\n|---|---|---|\n| ${'x '.repeat(30)} | 文字 | z |`,
          ),
        ),
      )
      const terminal = start({ columns, rows: 40 })
      await terminal.shows('local/test-model')
      terminal.type(`hello${key.enter}`)
      await terminal.shows('Done')
      terminal.type('abc')
      await terminal.shows('› abc')
      const row = terminal.lines().findIndex((line) => line.startsWith('› abc'))
      expect(terminal.caret()).toEqual({ row, column: 5 })
      const rules = terminal.lines().filter((line) => line === '─'.repeat(columns))
      expect(rules).toHaveLength(2)
    },
  )

  it('a resize in mid-stream draws all that is visible anew, and typing goes on', async () => {
    await prepare(answers(stream([text(`${'streamed words '.repeat(40)}`)], { ending: 'stall' })))
    const terminal = start()
    await terminal.shows('local/test-model')
    terminal.type(`go${key.enter}`)
    await terminal.shows('streamed words')
    terminal.type('my next')
    await terminal.shows('› my next')
    for (const [columns, rows] of [
      [50, 20],
      [120, 35],
      [64, 24],
    ] as const) {
      terminal.resize(columns, rows)
      await terminal.shows(
        (screen) => screen.split('\n').filter((line) => line === '─'.repeat(columns)).length === 2,
      )
      expect(terminal.text()).toContain('› my next')
    }
  })

  it('NO_COLOR: not one colour, and code keeps its marks', async () => {
    await prepare(answers(says('Use `npm test` **now**.')))
    const terminal = start({ environment: { NO_COLOR: '1' } })
    await terminal.shows('local/test-model')
    terminal.type(`hello${key.enter}`)
    await terminal.shows('Use `npm test` **now**.')
    const colours = terminal.written().match(/\u001b\[[0-9;]*m/gu) ?? []
    expect(colours.filter((one) => one !== '\u001b[0m')).toEqual([])
  })

  it('speaks Chinese where the environment does', async () => {
    await prepare(answers(says('好的。')))
    const terminal = start({ environment: { LANG: 'zh_CN.UTF-8' } })
    await terminal.shows('输入消息')
    terminal.type('/')
    await terminal.shows('按键与命令')
    terminal.type(`${key.ctrl('u')}你好${key.enter}`)
    await terminal.shows('完成')
  })

  it('a token of a streamed answer costs a few hundred bytes, whatever stands above', async () => {
    const gate = later(says('x'.repeat(600)))
    await prepare(answers(says('Line.\n\n'.repeat(200)), gate.reply))
    const terminal = start({ columns: 100, rows: 30 })
    await terminal.shows('local/test-model')
    terminal.type(`long${key.enter}`)
    await terminal.shows('Done')
    terminal.type(`more${key.enter}`)
    await terminal.shows('Waiting for the model')
    const before = terminal.written().length
    gate.come()
    await terminal.shows((screen) => screen.split('Done').length > 1 && screen.includes('xxx'))
    // Some 50 pieces; each draws the line that grows, and what moved below it.
    expect(terminal.written().length - before).toBeLessThan(50 * 700)
  })

  it('TERM=dumb: plain lines, asked and answered one by one', async () => {
    await prepare(answers(says('Plainly answered.')))
    const terminal = start({ environment: { TERM: 'dumb' } })
    await terminal.shows('One message a line')
    terminal.type(`hello${key.enter}`)
    await terminal.shows('Plainly answered.')
    terminal.type(`/quit${key.enter}`)
    expect((await terminal.ended).code).toBe(0)
    expect(terminal.written()).not.toContain('\u001b[')
  })

  it('a pipe: each line is a message, answers go to stdout, what would ask is refused', async () => {
    await prepare(
      answers(
        stream([call('write', { path: 'x', content: 'y' })]),
        says('Refused, then.'),
        says('Second.'),
      ),
    )
    const terminal = start({
      shell: 'printf "one\\ntwo\\n" | $SKILLET chat > out.txt 2> err.txt; echo "code $?"',
    })
    await terminal.shows('code 0')
    expect(readFileSync(join(world.cwd, 'out.txt'), 'utf8')).toBe('Refused, then.\nSecond.\n')
    expect(existsSync(join(world.cwd, 'x'))).toBe(false)
  })

  it('chat with a message sends it at once', async () => {
    await prepare(answers(says('At once.')))
    const terminal = start({ words: ['chat', 'hello there'] })
    await terminal.shows('At once.')
    expect(terminal.text()).toContain('▌ hello there')
  })

  it('a key in the environment of a question about a command: Ctrl-C ends question and turn', async () => {
    await prepare(answers(stream([call('bash', { command: 'touch made.txt' })])))
    const terminal = start()
    await terminal.shows('local/test-model')
    terminal.type(`go${key.enter}`)
    await terminal.shows('Waiting for you: Run a command')
    terminal.type(key.ctrl('c'))
    await terminal.shows('Stopped')
    expect(existsSync(join(world.cwd, 'made.txt'))).toBe(false)
  })
})
