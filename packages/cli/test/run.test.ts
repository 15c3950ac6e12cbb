import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  call,
  type ProtocolServer,
  type Script,
  says,
  startOpenAI,
  status,
  stream,
  text,
} from '../../agent/test/servers/index.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

let world: World | undefined
let server: ProtocolServer | undefined

afterEach(async () => {
  world?.remove()
  await server?.close()
  world = undefined
  server = undefined
})

/** A world whose settings name a model on loopback that follows the script. */
async function open(script: Script, options?: WorldOptions) {
  const model = await startOpenAI(script)
  const made = createWorld(options)
  server = model
  world = made
  made.write(
    '~/.config/skillet/settings.json',
    JSON.stringify({
      model: 'local/test-model',
      providers: { local: { kind: 'openai-compatible', baseURL: model.baseURL } },
    }),
  )
  made.skill(
    '~/.claude/skills',
    'pdf',
    { 'argument-hint': '<file>' },
    'Read the file. Arguments: $ARGUMENTS.',
  )
  made.skill('~/.claude/skills', 'plain', {}, 'Be plain.')
  const requests = () => model.requests.map(({ body }) => JSON.parse(JSON.stringify(body)))
  const sent = () => JSON.stringify(model.requests.map(({ body }) => body))
  return { world: made, sent, requests }
}

/** It is drawn anew for each request. */
function withoutBoundary(text: string): string {
  return text.replaceAll(/[0-9a-f]{32}/gu, 'BOUNDARY')
}

/** A message of the protocol and one of a preview, in one shape. */
function plainMessage({ role, content }: { role: string; content: unknown }) {
  const parts: readonly { text: string }[] = Array.isArray(content) ? content : []
  const text = typeof content === 'string' ? content : parts.map((part) => part.text).join('')
  return { role, text: withoutBoundary(text) }
}

describe('skillet run', () => {
  it('ancestor A: streams the answer of the skill, found whatever the case', async () => {
    const { world, sent } = await open([says('The form has three fields.')])
    const { code, stdout, stderr } = await world.run('run', 'PDF', 'form.pdf')
    expect(stderr).toContain('● local/test-model')
    expect(stderr).toContain('● skill pdf · user · ~/.claude/skills/pdf/SKILL.md')
    expect(stdout).toBe('The form has three fields.\n')
    expect(code).toBe(0)
    expect(sent()).toContain('Read the file. Arguments: form.pdf.')
  })

  it('bug 55 headless: a skill works as typed, with the request that was shown, and the instructions of a chat', async () => {
    const { world, requests } = await open([says('ok')])
    expect((await world.run('run', 'pdf', 'x', 'y')).code).toBe(0)
    const dry = await world.run('run', '--dry-run', '--json', 'pdf', 'x', 'y')
    const { system, messages } = JSON.parse(dry.stdout)
    const chat = await world.run('prompt', '--json', '/pdf x y')
    expect(withoutBoundary(JSON.parse(chat.stdout).system)).toBe(withoutBoundary(system))
    const [body] = requests()
    const [first, ...others] = body.messages
    expect(withoutBoundary(first.content)).toBe(withoutBoundary(system))
    expect(others.map(plainMessage)).toEqual(messages.map(plainMessage))
    expect(first.content).toContain('Read the file. Arguments: x y.')
  })

  it('words after the name go to the skill one by one, also those that look like flags', async () => {
    const { world, sent } = await open([says('ok')])
    const ran = await world.run('run', 'pdf', 'a b', '--json')
    expect(ran.code).toBe(0)
    expect(sent()).toContain('Read the file. Arguments: a b --json.')
    expect(sent()).toContain('/pdf\\n\\nArguments: \\"a b\\" --json')
    expect(ran.stderr).toContain("--json stands after the skill's name, so it goes to the skill.")
  })

  it('bug 55 headless: an unknown skill is an error, never an empty list taken as done', async () => {
    const { world, sent } = await open([])
    expect((await world.run('run', 'nothing-like-it')).code).toBe(2)
    expect(sent()).toBe('[]')
  })

  it('words for a skill that takes none go as text, and that is said', async () => {
    const { world, sent } = await open([says('ok')])
    const { stderr } = await world.run('run', 'plain', 'some', 'words')
    expect(stderr).toContain('plain declares no arguments, so they go to the model as text.')
    expect(sent()).toContain('some words')
  })

  it('--json prints each event as one line', async () => {
    const { world } = await open([says('Hi.')])
    const { stdout, code } = await world.run('run', '--json', 'plain')
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(code).toBe(0)
    expect(events.every(({ version }) => version === 1)).toBe(true)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const answer = events.filter(({ type, delta }) => type === 'text' && delta !== undefined)
    expect(answer.map(({ delta }) => delta).join('')).toBe('Hi.')
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', reason: 'done' })
  })

  it('--dry-run prints the exact request and sends nothing', async () => {
    const { world, sent } = await open([])
    const { code, stdout } = await world.run('run', '--dry-run', 'pdf', 'x.pdf')
    expect(code).toBe(0)
    expect(stdout).toContain('Read the file. Arguments: x.pdf.')
    expect(stdout).toContain('"role": "user"')
    expect(stdout).toContain('"name": "bash"')
    expect(sent()).toBe('[]')
    const json = await world.run('run', '--dry-run', '--json', 'pdf', 'x.pdf')
    expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, model: 'local/test-model' })
  })

  it('a failed request exits 1 with a sentence and what to do', async () => {
    const { world } = await open([status(401, 'bad key')])
    const { code, stdout, stderr } = await world.run('run', 'plain')
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/✗ .+\n {2}hint: .+\nFailed/)
  })

  it('a missing key exits 1 and names what to set', async () => {
    const { world } = await open([])
    const { code, stderr } = await world.run('run', '--model', 'anthropic/claude-x', 'plain')
    expect(code).toBe(1)
    expect(stderr).toContain('ANTHROPIC_API_KEY')
  })
})

describe('tool calls of a run', () => {
  const touch = call('bash', { command: 'touch made.txt' })
  const script = [stream([text('I make it.'), touch]), says('Made.')]
  const made = (at: World) => existsSync(join(at.cwd, 'made.txt'))

  it('headless: what would ask is refused, which changes no exit code', async () => {
    const { world } = await open(script)
    const { code, stderr } = await world.run('run', 'plain')
    expect(made(world)).toBe(false)
    expect(stderr).toContain('✗ bash touch made.txt · not run: nobody here to ask')
    expect(stderr).toContain("--allow 'bash(touch made.txt)'")
    expect(code).toBe(0)
  })

  it('--strict-permissions makes a refused call exit 3', async () => {
    const { world } = await open(script)
    expect((await world.run('run', '--strict-permissions', 'plain')).code).toBe(3)
  })

  it('--yes allows what would ask', async () => {
    const { world } = await open(script)
    const { code, stderr } = await world.run('run', '--yes', 'plain')
    expect(made(world)).toBe(true)
    expect(stderr).toContain('bash touch made.txt · exit 0')
    expect(code).toBe(0)
  })

  it('--allow allows what it names and nothing else', async () => {
    const { world } = await open(script)
    await world.run('run', '--allow', 'bash(ls *)', 'plain')
    expect(made(world)).toBe(false)
    const again = await open(script)
    await again.world.run('run', '--allow', 'bash(ls *)', '--allow', 'bash(touch *)', 'plain')
    expect(made(again.world)).toBe(true)
  })

  it('--allow of a tool that nobody has is said', async () => {
    const { world } = await open([says('ok')])
    const { stderr } = await world.run('run', '--allow', 'fly(*)', 'plain')
    expect(stderr).toContain('--allow fly(*) names a tool that nobody has.')
  })

  it('for a turn: the same call is not asked about again in it', async () => {
    const piped = call('bash', { command: 'echo a | sh -c cat; echo "$HOME"' })
    const twice = stream([piped])
    const { world } = await open([twice, twice, says('Made.')], { terminal: true, answers: ['t'] })
    const { screen, code } = await world.run('run', 'plain')
    expect(screen).not.toContain('a=always')
    expect(screen.match(/Waiting for you/g)).toHaveLength(1)
    expect(screen.match(/✗/g)).toBeNull()
    expect(code).toBe(0)
  })

  it('without a language model nobody asks why a call was refused', async () => {
    world = createWorld({ terminal: true, answers: ['n'] })
    world.skill('~/.claude/skills', 'plain', {}, 'Run:\n\n```bash\ntouch made.txt\n```')
    const { screen, code } = await world.run('run', '--model', 'guided', 'plain')
    expect(screen).not.toContain('The model reads it')
    expect(screen).toContain('refused by you')
    expect(code).toBe(0)
  })

  it('neither overrides a deny of the settings', async () => {
    const { world } = await open(script)
    const settings = join(world.home, '.config/skillet/settings.json')
    const own = JSON.parse(readFileSync(settings, 'utf8'))
    world.write(
      '~/.config/skillet/settings.json',
      JSON.stringify({ ...own, permissions: { deny: ['bash(touch *)'] } }),
    )
    const { stderr } = await world.run('run', '--yes', '--allow', 'bash(touch *)', 'plain')
    expect(made(world)).toBe(false)
    expect(stderr).toContain('refused by a rule')
  })

  it('a person answers: once', async () => {
    const { world } = await open(script, { terminal: true, answers: ['y'] })
    const { screen } = await world.run('run', 'plain')
    expect(made(world)).toBe(true)
    expect(screen).toContain('┃ Waiting for you: skill plain wants to run a command\n')
    const where = screen.split('\n').find((line) => line.startsWith(`┃ in ${world.cwd}`))
    expect(where).toMatch(/ · (?:without a sandbox|in a sandbox without network)$/u)
    expect(screen).toContain('┃   touch made.txt\n')
    expect(screen).toContain('always in this folder: bash(touch made.txt)')
    expect(screen).toMatch(/\[Allow it\? y=once .*\] y\n/u)
  })

  it('a person answers: no, with a reason that the model reads', async () => {
    const { world, sent } = await open(script, { terminal: true, answers: ['n', 'Use another.'] })
    const { screen, code } = await world.run('run', 'plain')
    expect(made(world)).toBe(false)
    expect(screen).toContain('✗ bash touch made.txt · refused by you')
    expect(screen).toContain('Use another.')
    expect(sent()).toContain('Use another.')
    expect(code).toBe(0)
  })

  it('a person answers: always, which asks no more in this folder', async () => {
    const { world } = await open([...script, ...script], { terminal: true, answers: ['a'] })
    await world.run('run', 'plain')
    const rules = JSON.parse(
      readFileSync(join(world.home, '.local/state/skillet/rules.json'), 'utf8'),
    )
    expect(rules.folders[world.cwd]).toEqual(['bash(touch made.txt)'])
    const again = await world.run('run', 'plain')
    expect(again).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Waiting') })
  })

  it('Ctrl-C at a question stops the turn and exits 130', async () => {
    const { world } = await open(script, { terminal: true, answers: [undefined] })
    const { code, screen } = await world.run('run', 'plain')
    expect(code).toBe(130)
    expect(screen).toContain('✗ bash touch made.txt · not run: stopped')
    expect(screen).not.toContain('refused by you')
    expect(screen).toContain('Stopped')
    expect(made(world)).toBe(false)
  })
})

describe('a signal while a question waits', () => {
  it('ends the turn, and its code is the signal’s', async () => {
    const script = [stream([call('bash', { command: 'touch made.txt' })]), says('Made.')]
    const { world } = await open(script, { terminal: true, answers: ['SIGTERM'] })
    const { code, screen } = await world.run('run', 'plain')
    expect(code).toBe(143)
    expect(screen).toContain('✗ bash touch made.txt · not run: stopped')
    expect(screen).toContain('Stopped · 1 step')
    expect(existsSync(join(world.cwd, 'made.txt'))).toBe(false)
  })
})

describe('settings that hold an error', () => {
  it('run nothing: what they forbid would be allowed; reading goes on with a warning', async () => {
    world = createWorld()
    world.skill('~/.claude/skills', 'plain')
    world.write(
      '~/.config/skillet/settings.json',
      '{\n  "permissions": { "deny": ["bash"] }\n  "x"',
    )
    const { code, stdout, stderr } = await world.run('run', 'plain')
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain('Nothing was run: your settings hold an error')
    expect(stderr).toMatch(/settings\.json:3:\d+ error/)
    for (const words of [['show', 'plain'], ['why', 'plain'], ['prompt', '/plain'], ['list']]) {
      const ran = await world.run(...words)
      expect({ words, code: ran.code }).toEqual({ words, code: 0 })
      expect(ran.stderr).toMatch(/settings\.json:3:\d+ error/)
    }
  })
})

describe('without a language model', () => {
  it('says so first of all, and walks through the skill', async () => {
    world = createWorld()
    world.skill('~/.claude/skills', 'plain', {}, '## First step\n\nDo this.')
    const { code, stdout, stderr } = await world.run('run', '--model', 'guided', 'plain')
    expect(stderr).toMatch(/^● guided · skillet doctor says how/)
    expect(stdout).toContain('First step')
    expect(code).toBe(0)
  })
})

describe('skillet prompt', () => {
  const open = () => {
    world = createWorld()
    world.skill('~/.claude/skills', 'pdf', { 'disable-model-invocation': 'true' }, 'Do $ARGUMENTS.')
    return world
  }
  const prompt = async (at: World, message: string) =>
    JSON.parse((await at.run('prompt', '--json', '--model', 'guided', message)).stdout)

  it.each(['/pdf a.pdf', '/skill:pdf a.pdf', '/PDF a.pdf'])(
    'ancestor B: %s activates the skill, though it is hidden from the model',
    async (message) => {
      const { sections, messages } = await prompt(open(), message)
      expect(sections.find(({ kind }: { kind: string }) => kind === 'skill').text).toContain(
        'Do a.pdf.',
      )
      expect(sections.some(({ text }: { text: string }) => text.includes('<name>pdf'))).toBe(false)
      expect(JSON.stringify(messages)).toContain('a.pdf')
    },
  )

  it.each(['/usr/bin/env what is this', '/etc', '/ hello', '//comment'])(
    'bug 46 text that only looks like a command: %j is sent as typed',
    async (message) => {
      const { sections, messages } = await prompt(open(), message)
      expect(sections.some(({ kind }: { kind: string }) => kind === 'skill')).toBe(false)
      expect(JSON.stringify(messages)).toContain(JSON.stringify(message).slice(1, -1))
    },
  )

  it('bug 46 text that only looks like a command: a near miss is told and goes as text', async () => {
    const ran = await open().run('prompt', '--json', '--model', 'guided', '/pfd a.pdf')
    expect(ran.code).toBe(0)
    expect(ran.stderr).toContain('There is no skill "pfd", so this would go as plain text.')
    expect(ran.stderr).toContain('Near names: pdf.')
    expect(ran.stdout).toContain('/pfd a.pdf')
  })

  it('shows sections with their sizes, and what of it nobody sends', async () => {
    const { stdout, code } = await open().run('prompt', '--model', 'guided', '/pdf x')
    expect(code).toBe(0)
    expect(stdout).toMatch(/━━ Skill pdf · [\d,]+ tokens\n/)
    expect(stdout).toMatch(/━━ Tools \(\d+\) · [\d,]+ tokens\nread, /)
    const sizes = [...stdout.matchAll(/^━━ .* · ([\d,]+) tokens$/gmu)]
    const total = /^About ([\d,]+) tokens/mu.exec(stdout)?.[1]
    const number = (text = '') => Number(text.replaceAll(',', ''))
    expect(sizes.reduce((sum, [, size]) => sum + number(size), 0)).toBe(number(total))
    expect(stdout).toMatch(/About [\d,]+ tokens for guided\. Nothing was sent\.\n$/)
  })

  it('says that the model of a skill cannot be had, as a run does', async () => {
    const at = open()
    at.skill('~/.claude/skills', 'big', { model: 'anthropic/claude-x' })
    const preview = await at.run('prompt', '/big')
    const ran = await at.run('run', 'big')
    const said = 'The skill "big" asks for the model anthropic/claude-x, which cannot be had.'
    expect(preview.stderr).toContain(said)
    expect(preview.stderr).toContain('ANTHROPIC_API_KEY')
    expect(ran.stderr).toContain(said)
  })

  it('an untrusted skill exits 0 and says why nothing would be sent', async () => {
    const at = open()
    at.skill('.claude/skills', 'deploy')
    const { code, stdout, stderr } = await at.run('prompt', '--model', 'guided', '/deploy')
    expect(code).toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toContain('skillet trust')
  })
})
