/**
 * Records three sessions of the terminal chat as text, in `docs/terminal-chat/`: the built command
 * in a real terminal, a model on loopback that says what is written here, and a person who types.
 *
 * node scripts/record-chat.mjs [command]
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { root } from './prepare.mjs'

const fromCommand = createRequire(join(root, 'packages/cli/package.json'))
const { spawn } = fromCommand('@lydell/node-pty')
const { Terminal } = fromCommand('@xterm/headless')
const command = process.argv[2] ?? join(root, 'packages/cli/dist/skillet.cjs')

const key = { enter: '\r', tab: '\t', down: '\u001b[B', escape: '\u001b', all: '\u000f' }

const sessions = {
  'a-skill-with-arguments': {
    title: 'A skill is picked from the menu, filled in, and answers',
    replies: [
      {
        text: '## Totals of march.csv\n\n| region | orders | revenue |\n|---|---:|---:|\n| North | 120 | 4,310.00 |\n| 南部 | 98 | 3,870.50 |\n\nThe query behind it:\n\n```sql\nSELECT region, count(*), sum(total) FROM orders GROUP BY region;\n```\n\nRevenue in the **North** is 11 % higher. See `march.csv`, line 40, for the one order without a region.\n',
      },
    ],
    steps: [
      ['The first screen.', '', 'local/demo'],
      ['`/tot`: the menu opens, the letters that match are underlined.', '/tot', '❯ /totals'],
      [
        'Enter picks. The skill is a chip now, its arguments are fields; nothing was sent.',
        key.enter,
        '❯ file',
      ],
      ['The first field is filled, Enter goes on to the next.', `march.csv${key.enter}`, '❯ by'],
      ['Enter in the last field sends. The answer, laid out.', `region${key.enter}`, 'Done'],
    ],
  },
  'a-question-before-a-change': {
    title: 'A file is to be changed: the question, the refusal with a reason, the second try',
    replies: [
      {
        call: [
          'edit',
          { path: 'prices.json', edits: [{ oldText: '"apple": 2', newText: '"apple": 3' }] },
        ],
      },
      {
        call: [
          'edit',
          { path: 'prices.json', edits: [{ oldText: '"apple": 2', newText: '"apple": 2.5' }] },
        ],
      },
      { text: 'The apple costs 2.5 now, as you wanted.' },
      { call: ['bash', { command: 'for n in 1 2 3 4 5; do echo "check $n"; sleep 0.3; done' }] },
      { text: 'All five checks ran.' },
    ],
    steps: [
      [
        'The model wants to edit a file. The whole change is shown; no key is offered before the others.',
        `raise the price of apples${key.enter}`,
        'Tab writes a message first',
      ],
      ['`n` asks why.', 'n', 'Why not?'],
      [
        'The model reads the reason and proposes something else.',
        `half of that${key.enter}`,
        '2.5',
      ],
      ['The new question waits for a key of its own.', '', 'Tab writes a message first'],
      ['`y` lets exactly this run, once.', 'y', 'as you wanted'],
      [
        'A command, and what it prints while it runs.',
        `run the checks${key.enter}`,
        'Tab writes a message first',
      ],
      ['', 'y', 'check 3'],
      ['When it is done its output folds to one line.', '', 'All five checks ran.'],
      ['Ctrl-O shows all again.', key.all, '│ check 5'],
    ],
  },
  'what-is-here-and-what-is-sent': {
    title: 'A repository that waits for trust, a skill that is saved, and what a request holds',
    repository: true,
    replies: [{ text: 'Hello.' }],
    steps: [
      [
        'A repository brings a skill. It is listed and cannot be called.',
        '',
        'waits for your trust',
      ],
      [
        '`/skills`: every file that looks like a skill, with its state and the reason.',
        `/skills${key.enter}`,
        'untrusted 1',
      ],
      ['Enter opens one.', `deploy${key.enter}`, 'trust…'],
      ['`t`: everything that the repository brings, before a decision.', 't', 'until they change'],
      ['`t` again trusts it until it changes.', 't', 'trusted.'],
      [
        'A skill is saved with a mistake, by an editor: the chat says what is wrong, and where.',
        key.escape,
        'cannot be used',
        breakSkill,
      ],
      [
        '`/context`: what the next request would hold. Nothing is sent by looking.',
        `/context${key.enter}`,
        'Catalogue',
      ],
    ],
  },
}

const folder = join(root, 'docs/terminal-chat')
mkdirSync(folder, { recursive: true })
for (const [name, session] of Object.entries(sessions)) {
  writeFileSync(join(folder, `${name}.txt`), await record(session))
  process.stdout.write(`docs/terminal-chat/${name}.txt\n`)
}

async function record({ title, replies, steps, repository = false }) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-record-')))
  const model = await startModel(replies)
  prepareHome(home, model.baseURL, repository)
  const chat = openTerminal(home)
  try {
    const screens = []
    // What is typed before the chat has the keyboard goes to the terminal itself.
    await chat.shows('local/demo')
    for (const [caption, typed, wanted, act] of steps) {
      if (typed !== '') chat.type(typed)
      if (act !== undefined) act(home)
      await chat.shows(wanted)
      await chat.quiet()
      screens.push(`${caption === '' ? '' : `── ${caption}\n\n`}${chat.text()}`)
    }
    const head = `${title}\n${'='.repeat(title.length)}\n`
    return `${[head, ...screens].join('\n\n').replaceAll(home, () => '/home/ada')}\n`
  } finally {
    chat.close()
    model.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function prepareHome(home, baseURL, repository) {
  const write = (path, text) => {
    const file = join(home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  write(
    '.config/skillet/settings.json',
    JSON.stringify({
      model: 'local/demo',
      providers: { local: { kind: 'openai-compatible', baseURL } },
      sandbox: 'off',
    }),
  )
  write(
    '.claude/skills/totals/SKILL.md',
    '---\nname: totals\ndescription: Adds up the orders of a CSV file. Use when asked for totals, sums or revenue by anything.\narguments:\n  file: the CSV file\n  by: the column to group by\n---\nAdd up the orders in $1 by $2. Show a table, and the query behind it.\n',
  )
  write('shop/prices.json', '{\n  "apple": 2,\n  "pear": 3\n}\n')
  if (!repository) return
  mkdirSync(join(home, 'shop/.git'), { recursive: true })
  write(
    'shop/.claude/skills/deploy/SKILL.md',
    '---\nname: deploy\ndescription: Puts the shop on the server. Use when asked to deploy.\nallowed-tools: Bash(git push *)\n---\nRun scripts/deploy.sh.\n',
  )
  write('shop/.claude/skills/deploy/scripts/deploy.sh', 'echo deployed\n')
}

function breakSkill(home) {
  writeFileSync(
    join(home, '.claude/skills/totals/SKILL.md'),
    '---\nname: totals\nargument-hint: <file>\n---\nAdd up.\n',
  )
}

function openTerminal(home) {
  const screen = new Terminal({ cols: 92, rows: 30, allowProposedApi: true })
  const pty = spawn(process.execPath, [command], {
    cols: 92,
    rows: 30,
    cwd: join(home, 'shop'),
    name: 'xterm-256color',
    env: { PATH: process.env.PATH, HOME: home, TERM: 'xterm-256color', LANG: 'en_US.UTF-8' },
  })
  const listeners = new Set()
  let last = performance.now()
  pty.onData((data) => {
    last = performance.now()
    screen.write(data, () => {
      for (const listener of listeners) listener()
    })
  })
  screen.onData((answer) => pty.write(answer))
  const text = () => {
    const { baseY } = screen.buffer.active
    const lines = Array.from(
      { length: screen.rows },
      (_, row) => screen.buffer.active.getLine(baseY + row)?.translateToString(true) ?? '',
    )
    return lines.join('\n').trimEnd()
  }
  return {
    text,
    type: (keys) => pty.write(keys),
    close() {
      pty.kill('SIGKILL')
      screen.dispose()
    },
    shows: (wanted) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`Never on screen: ${wanted}\n${text()}`)),
          20_000,
        )
        const look = () => {
          if (!text().includes(wanted)) return
          listeners.delete(look)
          clearTimeout(timer)
          resolve()
        }
        listeners.add(look)
        look()
      }),
    /** Until nothing more is drawn. What counts seconds goes on for ever, so not for long. */
    async quiet() {
      const end = performance.now() + 900
      while (performance.now() - last < 150 && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
    },
  }
}

/** Says what the session wants it to, one reply a request; a request for a title has no tools. */
async function startModel(replies) {
  let next = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (request.method !== 'POST') return response.end('{"data":[{"id":"demo"}]}')
      const isTitle = JSON.parse(body).tools === undefined
      const reply = isTitle ? { text: 'The shop' } : (replies[next++] ?? { text: 'Done.' })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const send = (choices, rest = {}) =>
        response.write(
          `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'demo', choices, ...rest })}\n\n`,
        )
      if (reply.text !== undefined) {
        for (const content of reply.text.match(/\s*\S+\s*$|\s*\S+/gu) ?? []) {
          send([{ index: 0, delta: { content }, finish_reason: null }])
        }
      } else {
        const [name, input] = reply.call
        const call = {
          index: 0,
          id: `call_${next}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        }
        send([{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }])
      }
      const finish = reply.text === undefined ? 'tool_calls' : 'stop'
      send([{ index: 0, delta: {}, finish_reason: finish }])
      send([], { usage: { prompt_tokens: 2400, completion_tokens: 60, total_tokens: 2460 } })
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseURL: `http://127.0.0.1:${server.address().port}/v1`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
