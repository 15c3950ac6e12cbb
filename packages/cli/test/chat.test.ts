import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** A home with two skills and a model on loopback that follows the script. */
async function prepare(script: Script = answers()): Promise<World> {
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
  world.skill('~/.claude/skills', 'pdf', { 'argument-hint': '<file> [format]' }, 'Read $1 as $2.')
  return world
}

async function chat(options: TerminalOptions = {}): Promise<RealTerminal> {
  const terminal = openTerminal(build, world, options)
  open.push(terminal)
  await terminal.shows(/Write a message|写|输入消息/u)
  return terminal
}

/** The messages of the requests with tools, which are those of turns. */
function sent(): readonly string[] {
  const bodies = server?.requests.map(({ body }) => body) ?? []
  return bodies
    .filter((body) => typeof body === 'object' && body !== null && 'tools' in body)
    .map((body) => JSON.stringify(body))
}

/** What the last message of the last request says. */
function lastMessage(): string {
  const { messages } = JSON.parse(sent().at(-1) ?? '{"messages":[]}')
  const { content } = messages.at(-1)
  return typeof content === 'string'
    ? content
    : content.map((part: { text?: string }) => part.text ?? '').join('')
}

describe('a conversation', () => {
  it('ancestor A: shows the answer as it streams, with code, lists and tables laid out', async () => {
    await prepare(
      answers(
        says(
          '# Title\n\nSome **bold** words and `code`.\n\n- one\n- two\n\n| a | b |\n|---|--:|\n| 文字 | 22 |\n\n```ts\nconst x = 1\n```\n',
        ),
      ),
    )
    const terminal = await chat()
    terminal.type(`hello${key.enter}`)
    await terminal.shows('Done')
    const screen = terminal.text()
    expect(screen).toContain('▌ hello')
    expect(screen).toContain('  Some bold words and code.')
    expect(screen).toContain('  • one')
    expect(screen).toMatch(/文字\s+│\s+22/u)
    expect(screen).toContain('▏ const x = 1')
    expect(lastMessage()).toContain('hello')
  })

  it('a message that is sent while an answer runs waits, and goes out afterwards', async () => {
    const first = later(says('First answer.'))
    await prepare(answers(first.reply, says('Second answer.')))
    const terminal = await chat()
    terminal.type(`one${key.enter}`)
    await terminal.shows('Waiting for the model')
    terminal.type(`two${key.enter}`)
    await terminal.shows('Next: two')
    first.come()
    await terminal.shows('Second answer.')
    expect(sent()).toHaveLength(2)
    expect(lastMessage()).toContain('two')
  })

  it.each([
    ['Ctrl-C', key.ctrl('c')],
    ['Escape twice', `${key.escape}`],
  ])('%s stops the answer, and Ctrl-R asks for it once more', async (_name, keys) => {
    await prepare(answers(stream([text('Half of ')], { ending: 'stall' }), says('The whole.')))
    const terminal = await chat()
    terminal.type(`go${key.enter}`)
    await terminal.shows('Half of')
    terminal.type(keys)
    if (keys === key.escape) {
      await terminal.shows('Escape again to stop')
      terminal.type(keys)
    }
    await terminal.shows('Ctrl-R answers once more')
    terminal.type(key.ctrl('r'))
    await terminal.shows('The whole.')
  })

  it('several lines by Ctrl-J and by a backslash; Up brings back what was sent', async () => {
    await prepare(answers(says('ok'), says('ok again')))
    const terminal = await chat()
    terminal.type(`one${key.newline}two\\${key.enter}three${key.enter}`)
    await terminal.shows('Done')
    expect(lastMessage()).toContain('one\ntwo\nthree')
    terminal.type(key.up)
    await terminal.shows('› one')
    terminal.type(`!${key.enter}`)
    await terminal.shows('ok again')
    expect(lastMessage()).toContain('one\ntwo\nthree!')
  })

  it('a paste of 500 lines is one message, opens no menu and sends nothing by itself', async () => {
    await prepare(answers(says('read')))
    const lines = Array.from({ length: 500 }, (_, index) => `/line ${index}`)
    const terminal = await chat()
    terminal.type(key.paste(lines.join('\r')))
    await terminal.shows('more lines')
    expect(terminal.text()).not.toContain('Commands')
    expect(sent()).toHaveLength(0)
    terminal.type(key.enter)
    await terminal.shows('read')
    expect(lastMessage()).toContain(lines.join('\n'))
    expect(terminal.text()).toContain('Ctrl-O shows all')
  })

  it('a paste whose end is lost leaves the keyboard alive, and nothing of it is lost', async () => {
    await prepare(answers(says('read')))
    const terminal = await chat()
    terminal.type('\u001b[200~one\rtwo')
    await terminal.shows('two')
    terminal.type('!')
    await terminal.shows('two!')
    terminal.type(key.enter)
    await terminal.shows('read')
    expect(lastMessage()).toContain('one\ntwo!')
  })

  it('threat P5: no sequence of an answer, a skill or a paste reaches the terminal', async () => {
    const evil = '\u001b]52;c;aGk=\u0007\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e'
    await prepare(answers(says(`answer ${evil} end`)))
    world.skill('~/.claude/skills', 'evil', { description: `bad ${evil}` })
    const terminal = await chat()
    terminal.type(key.paste(`pasted ${evil} text`))
    await terminal.shows('pasted')
    terminal.type(key.enter)
    await terminal.shows('Done')
    terminal.type('/evil')
    await terminal.shows('❯ /evil')
    expect(terminal.written()).not.toMatch(/\u001b\]52|owned|\u009b|\u202e/u)
    expect(terminal.text()).toContain('⟨U+202E⟩')
  })

  it('bug 43 IME: what was composed comes whole and sends nothing by itself: Chinese, and emoji beyond the first plane', async () => {
    await prepare(answers(says('好')))
    const terminal = await chat()
    terminal.type('你好，世界')
    terminal.type('👍🏽')
    await terminal.shows('你好，世界')
    terminal.type(`${key.backspace}${key.enter}`)
    await terminal.shows('Done')
    expect(lastMessage()).toMatch(/你好，世界$/u)
  })
})

describe('the slash menu', () => {
  it('ancestor C: a pick takes the token out, shows the chip, sends nothing; an empty message goes as /name', async () => {
    await prepare(answers(says('Reviewed.')))
    const terminal = await chat()
    terminal.type('please  the diff')
    for (let index = 0; index < ' the diff'.length; index++) terminal.type(key.left)
    terminal.type('/rev')
    await terminal.shows('❯ /review')
    terminal.type(key.enter)
    await terminal.shows('› please  the diff')
    expect(terminal.text()).toContain(' /review ')
    expect(sent()).toHaveLength(0)
    terminal.type(key.ctrl('u') + key.ctrl('k') + key.enter)
    await terminal.shows('Reviewed.')
    expect(sent()[0]).toContain('Review what you are given.')
    expect(lastMessage()).toBe('/review')
    expect(terminal.text()).toContain('▌ /review')
  })

  it('bug 40 ranking: /re and Enter in one burst give what slow typing gives', async () => {
    await prepare(answers(says('ok')))
    world.skill('~/.claude/skills', 'deep-research')
    const terminal = await chat()
    terminal.type(`/rev${key.enter}`)
    await terminal.shows('Backspace removes it')
    expect(terminal.text()).toContain(' /review ')
    expect(sent()).toHaveLength(0)
  })

  it('undo straight after a pick brings the token back; Backspace at the start removes the chip', async () => {
    await prepare()
    const terminal = await chat()
    terminal.type(`/rev${key.tab}`)
    await terminal.shows('Backspace removes it')
    terminal.type(key.undo)
    await terminal.shows('› /rev')
    expect(terminal.text()).not.toContain('Backspace removes it')
    await terminal.shows((screen) => !screen.includes('❯'))
    terminal.type(`i${key.tab}`)
    await terminal.shows('Backspace removes it')
    terminal.type(key.backspace)
    await terminal.shows('Write a message')
  })

  it('arguments: one labelled field each, Enter goes on, and filled ones go as a list', async () => {
    await prepare(answers(says('Read.')))
    const terminal = await chat()
    terminal.type(`/pdf${key.enter}`)
    await terminal.shows('[format]')
    expect(terminal.text()).toContain('❯ file')
    terminal.type(`my report.pdf${key.enter}`)
    await terminal.shows('❯ format')
    terminal.type(`html${key.enter}`)
    await terminal.shows('Read.')
    expect(sent()[0]).toContain('Read my report.pdf as html.')
    expect(terminal.text()).toContain('▌ /pdf "my report.pdf" html')
  })

  it('bug 42 scroll into view: 40 skills, the highlight is always visible and wraps', async () => {
    await prepare()
    for (let index = 10; index < 50; index++) world.skill('~/.claude/skills', `item-${index}`)
    const terminal = await chat()
    terminal.type('/item-')
    await terminal.shows('❯ /item-10')
    terminal.type(key.down.repeat(12))
    await terminal.shows('❯ /item-22')
    terminal.type(key.up.repeat(13))
    await terminal.shows('❯ /item-49')
    terminal.type(key.home)
    await terminal.shows('❯ /item-10')
    terminal.type(key.pageDown)
    await terminal.shows('❯ /item-18')
    expect(terminal.text()).toContain('9 of 40')
  })

  it('bug 41 long descriptions: one row each, names whole, wide letters cut by cells, at 40 columns too', async () => {
    await prepare()
    const long = '处理表格文件👩‍👩‍👧 '.repeat(60)
    world.skill('~/.claude/skills', 'zz-wide', { description: `"${long}"` })
    const name = `zz-${'x'.repeat(20)}`
    world.skill('~/.claude/skills', name, { description: `"${'word '.repeat(150)}"` })
    const terminal = await chat({ columns: 40 })
    terminal.type('/zz')
    await terminal.shows(`/${name}`)
    await terminal.shows('❯ /zz-wide')
    const rows = terminal.lines().filter((line) => /^(?:❯| ) \/zz/u.test(line))
    expect(rows).toHaveLength(2)
    expect(rows.some((row) => row.includes('…'))).toBe(true)
  })

  it('bug 44 where a trigger counts: behind Chinese, not in a path', async () => {
    await prepare()
    const terminal = await chat()
    terminal.type('帮我写周报/rev')
    await terminal.shows('❯ /review')
    terminal.type(key.ctrl('u'))
    terminal.type('src/rev')
    await terminal.shows('› src/rev')
    expect(terminal.text()).not.toContain('❯')
  })

  it('bug 46 text that only looks like a command is sent as text', async () => {
    await prepare(answers(says('A program.')))
    const terminal = await chat()
    terminal.type(`/usr/bin/env what is this${key.enter}`)
    await terminal.shows('A program.')
    expect(lastMessage()).toContain('/usr/bin/env what is this')
  })

  it('a near miss sends nothing and keeps the draft; sent once more as it is, it is plain text', async () => {
    await prepare(answers(says('As text.')))
    const terminal = await chat()
    terminal.type(`/reviwe this${key.enter}`)
    await terminal.shows('Enter again sends it as plain text.')
    expect(terminal.text()).toContain('› /reviwe this')
    expect(sent()).toHaveLength(0)
    terminal.type(key.enter)
    await terminal.shows('As text.')
    expect(lastMessage()).toContain('/reviwe this')
  })

  it('no hit: says so, and Enter means Enter', async () => {
    await prepare(answers(says('Plain.')))
    const terminal = await chat()
    terminal.type('see /nothinglikeit')
    await terminal.shows('No skill matches.')
    terminal.type(key.enter)
    await terminal.shows('Plain.')
  })

  it('bug 48 user’s own call: a skill that the model may not call runs when a person calls it', async () => {
    await prepare(answers(says('Done by hand.')))
    world.skill('~/.claude/skills', 'manual', { 'disable-model-invocation': 'true' }, 'By hand.')
    const terminal = await chat()
    terminal.type(`/manual${key.enter}now${key.enter}`)
    await terminal.shows('Done by hand.')
    expect(sent()[0]).toContain('By hand.')
  })

  it('bug 67 history: Up, title and transcript show what was typed, never what was injected', async () => {
    await prepare(answers(says('Because.')))
    const terminal = await chat()
    terminal.type(`/review why is the build red${key.enter}`)
    await terminal.shows('Done')
    expect(terminal.history()).not.toContain('Review what you are given.')
    terminal.type(key.up)
    await terminal.shows('› /review why is the build red')
    const next = await chat()
    await next.shows('local/test-model')
    next.type(`/resume${key.enter}`)
    await next.shows('Conversations of this folder')
    next.type(key.enter)
    await next.shows('Going on in')
    expect(next.text()).not.toContain('Review what you are given.')
  })

  it('bug 47 visibility flags: a skill for the model alone is not offered', async () => {
    await prepare()
    world.skill('~/.claude/skills', 'qq-hidden', { 'user-invocable': 'false' })
    world.skill('~/.claude/skills', 'qq-manual', { 'disable-model-invocation': 'true' })
    const terminal = await chat()
    terminal.type('/qq')
    await terminal.shows('❯ /qq-manual')
    expect(terminal.text()).not.toContain('qq-hidden')
  })
})

/** Whether any process has this word in its command line, a shell that was given it apart. */
function isRunning(word: string): boolean {
  return readdirSync('/proc').some((id) => {
    if (!/^\d+$/u.test(id)) return false
    try {
      const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0')
      return words[0] === 'sleep' && words.includes(word)
    } catch {
      return false
    }
  })
}

describe('approvals', () => {
  const write = (content: string) => stream([call('write', { path: 'notes.txt', content })])

  it('shows the diff, and y lets exactly that run once', async () => {
    await prepare(answers(write('one\ntwo\n'), says('Written.')))
    const terminal = await chat()
    terminal.type(`write it${key.enter}`)
    await terminal.shows('+one')
    expect(terminal.text()).toContain('┃ Waiting for you: Write notes.txt (+2 -0)')
    expect(existsSync(join(world.cwd, 'notes.txt'))).toBe(false)
    await terminal.shows('Tab writes a message first')
    terminal.type('y')
    await terminal.shows('Written.')
    expect(readFileSync(join(world.cwd, 'notes.txt'), 'utf8')).toBe('one\ntwo\n')
    expect(terminal.text()).toContain('Allowed once')
  })

  it.each([
    [80, 24],
    [40, 18],
  ])(
    'longer than %i × %i is read on the screen to its end before a yes counts',
    async (columns, rows) => {
      const text = Array.from({ length: 30 }, (_, at) => `line ${at}.\n`).join('')
      await prepare(answers(write(text), says('Written.')))
      const terminal = await chat({ columns, rows })
      terminal.type(`write it${key.enter}`)
      await terminal.shows(/1–\d+ of \d+/u)
      expect(terminal.text()).toContain('┃ Waiting for you: Write notes.txt')
      await terminal.shows('Tab writes a message first')
      expect(terminal.text()).not.toContain('line 29.')
      terminal.type('y')
      await terminal.shows((screen) => !screen.includes('Tab writes a message first'))
      for (let page = 0; page < 60 && !terminal.text().includes('+line 29.'); page += 1) {
        const before = terminal.text()
        terminal.type(key.pageDown)
        await terminal.shows((screen) => screen !== before)
      }
      expect(existsSync(join(world.cwd, 'notes.txt'))).toBe(false)
      await terminal.shows((screen) => !screen.includes('yes at its end'))
      await terminal.shows('Tab writes a message first')
      terminal.type('y')
      await terminal.shows('Written.')
      expect(readFileSync(join(world.cwd, 'notes.txt'), 'utf8')).toBe(text)
    },
  )

  it('n asks for a reason, which the model reads', async () => {
    await prepare(answers(write('x'), says('Understood.')))
    const terminal = await chat()
    terminal.type(`write it${key.enter}`)
    await terminal.shows('Tab writes a message first')
    terminal.type('n')
    await terminal.shows('Why not?')
    terminal.type(`not in this folder${key.enter}`)
    await terminal.shows('Understood.')
    expect(existsSync(join(world.cwd, 'notes.txt'))).toBe(false)
    expect(sent()[1]).toContain('not in this folder')
  })

  it('a keeps an exact rule, and the same call is not asked again', async () => {
    await prepare(answers(write('x'), says('One.'), write('y'), says('Two.')))
    const terminal = await chat()
    terminal.type(`write it${key.enter}`)
    await terminal.shows('write(notes.txt)')
    await terminal.shows('Tab writes a message first')
    terminal.type('a')
    await terminal.shows('One.')
    terminal.type(`again${key.enter}`)
    await terminal.shows('Two.')
    expect(readFileSync(join(world.cwd, 'notes.txt'), 'utf8')).toBe('y')
  })

  it('what was typed before a question is not its answer: a draft keeps the keyboard until Tab', async () => {
    const asked = later(write('x'))
    await prepare(answers(asked.reply, says('Written.')))
    const terminal = await chat()
    terminal.type(`write it${key.enter}`)
    await terminal.shows('Waiting for the model')
    terminal.type('my')
    asked.come()
    await terminal.shows('Tab answers')
    terminal.type(' yyy')
    await terminal.shows('› my yyy')
    expect(existsSync(join(world.cwd, 'notes.txt'))).toBe(false)
    terminal.type(key.tab)
    await terminal.shows('Tab writes a message first')
    terminal.type('y')
    await terminal.shows('Written.')
    expect(terminal.text()).toContain('› my yyy')
  })

  it('neighbouring reads fold to one line once they are done', async () => {
    const read = (path: string) => call('read', { path }, `read-${path}`)
    await prepare(
      answers(stream([read('a.txt'), read('b.txt'), call('ls', {}, 'ls')]), says('Seen.')),
    )
    world.write('a.txt', 'one\n')
    world.write('b.txt', 'two\n')
    const terminal = await chat()
    terminal.type(`look${key.enter}`)
    await terminal.shows('Seen.')
    expect(terminal.text()).toContain('✓ Read 2 files, searched once')
    terminal.type(key.ctrl('o'))
    await terminal.shows('✓ read a.txt · 1 line')
  })

  it('live output of bash, stopped in its midst: the process is gone', async () => {
    const command = 'for i in 1 2 3; do echo line $i; done; sleep 61.7531'
    await prepare(answers(stream([call('bash', { command })])))
    const terminal = await chat()
    terminal.type(`run it${key.enter}`)
    await terminal.shows('Tab writes a message first')
    terminal.type('y')
    await terminal.shows('│ line 3')
    await expect.poll(() => isRunning('61.7531')).toBe(true)
    terminal.type(key.ctrl('c'))
    await terminal.shows('Stopped')
    await terminal.shows('Write a message')
    expect(terminal.text()).toContain('■ bash')
    await expect.poll(() => isRunning('61.7531')).toBe(false)
  })

  it('output of a command that is done folds to one line; Ctrl-O shows it', async () => {
    await prepare(answers(stream([call('bash', { command: 'seq 1 40' })]), says('Counted.')))
    const terminal = await chat()
    terminal.type(`run it${key.enter}`)
    await terminal.shows('Tab writes a message first')
    terminal.type('y')
    await terminal.shows('Counted.')
    expect(terminal.text()).toContain('✓ bash seq 1 40 · exit 0')
    expect(terminal.text()).not.toContain('│ 40')
    terminal.type(key.ctrl('o'))
    await terminal.shows('│ 40')
  })
})

describe('commands', () => {
  it('/help, /model, /context, /skills open over the composer, and Escape closes them', async () => {
    await prepare(answers(says('ok')))
    const terminal = await chat({ rows: 40 })
    terminal.type(`/help${key.enter}`)
    await terminal.shows('write this conversation to a file')
    terminal.type(key.escape)
    await terminal.shows('Write a message')
    terminal.type(`/model${key.enter}`)
    await terminal.shows('Which model answers?')
    terminal.type(`guided${key.enter}`)
    await terminal.shows('guided: no language model connected')
    terminal.type(`/context${key.enter}`)
    await terminal.shows('What the next request holds')
    await terminal.shows(/Catalogue\s.*≈/u)
    terminal.type(`base${key.enter}`)
    await terminal.shows('Esc back')
    terminal.type(key.escape)
    await terminal.shows('Catalogue')
  })

  it('/help and /context hold all they say, at 40 columns too', async () => {
    await prepare()
    const terminal = await chat({ columns: 40, rows: 40 })
    terminal.type(`/help${key.enter}`)
    await terminal.shows('/resume [id]\n  go on in an earlier conversation\n')
    terminal.resize(100, 40)
    await terminal.shows(/^\/resume \[id\] {10,}go on in an earlier conversation$/mu)
    terminal.resize(40, 40)
    terminal.type(key.escape)
    await terminal.shows('Write a message')
    terminal.type(`/context${key.enter}`)
    await terminal.shows(/^❯ Base +▇+ +≈ \d+$/mu)
    await terminal.shows('Esc closes')
  })

  it('/skills: every state with its reason, filter, details, disable and enable', async () => {
    await prepare()
    world.write('~/.claude/skills/broken/SKILL.md', '---\nname: [\n---\nx\n')
    world.skill('.claude/skills', 'from-repo')
    const terminal = await chat({ rows: 40 })
    await terminal.shows('waits for your trust')
    terminal.type(`/skills${key.enter}`)
    await terminal.shows('untrusted 1')
    expect(terminal.text()).toContain('invalid 1')
    terminal.type(`review user`)
    await terminal.shows('1 of')
    terminal.type(key.enter)
    await terminal.shows('disable everywhere')
    terminal.type('x')
    await terminal.shows('enable everywhere')
    const settings = readFileSync(join(world.home, '.config/skillet/settings.json'), 'utf8')
    expect(JSON.parse(settings).disabled).toEqual(['review'])
    terminal.type('w')
    await terminal.shows('disable everywhere')
    terminal.type(key.escape)
    await terminal.shows('Tab narrows')
    terminal.type(key.ctrl('u'))
    terminal.type(`from-repo`)
    await terminal.shows('1 of')
    terminal.type(key.enter)
    await terminal.shows('trust…')
    terminal.type('t')
    await terminal.shows('until they change')
    terminal.type('t')
    await terminal.shows('1 skill trusted.')
    terminal.type(key.escape)
    await terminal.shows('Write a message')
    terminal.type('/from')
    await terminal.shows('❯ /from-repo')
  })

  it('/clear begins anew, /resume goes on in an earlier one, /export writes a file', async () => {
    await prepare(answers(says('Forty-two.'), says('Still forty-two.')))
    const terminal = await chat()
    terminal.type(`the answer?${key.enter}`)
    await terminal.shows('Done')
    terminal.type(`/export talk.md${key.enter}`)
    await terminal.shows('Written to talk.md')
    expect(readFileSync(join(world.cwd, 'talk.md'), 'utf8')).toContain('Forty-two.')
    terminal.type(`/clear${key.enter}`)
    await terminal.shows('A new conversation')
    terminal.type(`/resume${key.enter}`)
    await terminal.shows('Conversations of this folder')
    terminal.type(key.enter)
    await terminal.shows('Going on in')
    terminal.type(`sure?${key.enter}`)
    await terminal.shows('Still forty-two.')
    expect(sent()[1]).toContain('the answer?')
  })

  it('/drop: an active skill is gone with the next message', async () => {
    await prepare(answers(says('Reviewed.'), says('Plain.')))
    const terminal = await chat({ columns: 120 })
    terminal.type(`/review now${key.enter}`)
    await terminal.shows('skills review')
    terminal.type(`/drop review${key.enter}`)
    await terminal.shows('stops being active')
    terminal.type(`go on${key.enter}`)
    await terminal.shows('Plain.')
    expect(sent()[0]).toContain('Review what you are given.')
    expect(sent()[1]).not.toContain('Review what you are given.')
  })
})

describe('live reload', () => {
  it('a saved skill is in the menu at once; a broken one says why', async () => {
    await prepare()
    const terminal = await chat()
    world.skill('~/.claude/skills', 'brand-new')
    await terminal.shows('New skill: /brand-new')
    terminal.type('/brand')
    await terminal.shows('❯ /brand-new')
    world.write('~/.claude/skills/brand-new/SKILL.md', '---\nname: brand-new\n---\nx\n')
    await terminal.shows('brand-new cannot be used')
    await terminal.shows('No skill matches.')
  })

  it('a picked skill that is deleted blocks sending with the reason, and keeps the draft', async () => {
    await prepare()
    const terminal = await chat()
    terminal.type(`/rev${key.enter}look`)
    await terminal.shows('› look')
    world.write('~/.claude/skills/review/SKILL.md', '---\nname: [\n---\nx\n')
    await terminal.shows('not available any more')
    terminal.type(key.enter)
    await terminal.shows('/review cannot be sent')
    expect(terminal.text()).toContain('› look')
    expect(sent()).toHaveLength(0)
  })

  it('a picked skill whose text was edited says so, and can be sent', async () => {
    await prepare(answers(says('ok')))
    const terminal = await chat()
    terminal.type(`/rev${key.enter}`)
    await terminal.shows('Backspace removes it')
    const file = join(world.home, '.claude/skills/review/SKILL.md')
    writeFileSync(file, `${readFileSync(file, 'utf8')}One more line.\n`)
    await terminal.shows('edited since you picked it')
    terminal.type(key.enter)
    await terminal.shows('Done')
    expect(sent()[0]).toContain('One more line.')
  })
})
