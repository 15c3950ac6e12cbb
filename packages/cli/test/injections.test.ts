import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  call,
  type ProtocolServer,
  says,
  startOpenAI,
  stream,
  text,
} from '../../agent/test/servers/index.ts'
import { asFileName, injections, mark } from '../../agent/test/threats/injections.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

let world: World | undefined
let server: ProtocolServer | undefined
afterEach(async () => {
  world?.remove()
  await server?.close()
  world = undefined
  server = undefined
})

/** What turns, hides or steers, and may reach no screen and no line of JSON as it is. (Half a character reaches none: it cannot be written.) */
const steering =
  /(?![\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u

/** The spinner draws over its own line, and writes nothing else of the kind. */
const withoutSpinner = (screen: string) => screen.replaceAll('\r\u001b[2K', '')

const all = injections.map((one) => one.text).join('\n')
const onOneLine = all.replaceAll('\n', ' ')
/** No command can hold a NUL. */
const inCommand = onOneLine.replaceAll('\0', '')

/** A run in which every text that is shown is one of these: skill, call, output, answer, name. */
async function open(options: WorldOptions = {}) {
  const model = await startOpenAI([
    stream([text(all), call('bash', { command: `cat evil.txt # ${inCommand}` })]),
    stream([call('read', { path: asFileName(onOneLine) }), call(`mcp__x__${onOneLine}`, {})]),
    stream([call('ls', {})]),
    says(all),
    says(all),
  ])
  server = model
  const made = createWorld(options)
  world = made
  made.write(
    '~/.config/skillet/settings.json',
    JSON.stringify({
      model: 'local/test-model',
      providers: { local: { kind: 'openai-compatible', baseURL: model.baseURL } },
    }),
  )
  const quoted = JSON.stringify(onOneLine)
  made.skill('~/.claude/skills', 'evil', { description: quoted, 'argument-hint': quoted }, all)
  made.write('evil.txt', all)
  made.write(asFileName(all), 'x')
  return made
}

describe('threat P5: what skills, models, tools and files say', () => {
  it('steers no terminal, hides nothing in it, and its words are still there', async () => {
    const made = await open({ terminal: true, answers: ['y', 'y', 'y', 'y'] })
    const { screen, code } = await made.run('run', '--yes', 'evil', all)
    expect([code, steering.exec(withoutSpinner(screen))?.[0]]).toEqual([0, undefined])
    expect(screen).toContain(`⟨U+202E⟩${mark}`)
    expect(screen.split(mark).length).toBeGreaterThan(injections.length)
  })

  it('shows whole, with codes, what a person is asked about', async () => {
    const made = await open({ terminal: true, answers: ['n', '', 'n', '', 'n', ''] })
    const { screen } = await made.run('run', 'evil')
    expect(steering.exec(withoutSpinner(screen))?.[0]).toBeUndefined()
    const joined = screen.replaceAll(/\n┃ {1,3}/gu, '')
    expect(joined).toContain(`⟨U+001B⟩]52;c;`)
    expect(joined).toContain('It holds characters that do not show.')
  })

  it('breaks no line of --json, and comes back from it as it was', async () => {
    const made = await open()
    const { stdout } = await made.run('run', '--json', '--yes', 'evil', all)
    expect(steering.exec(stdout)?.[0]).toBeUndefined()
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line): { type: string; delta?: string } => JSON.parse(line))
    expect(events.at(-1)?.type).toBe('turn-end')
    const said = events.flatMap((event) => (event.type === 'text' ? [event.delta ?? ''] : []))
    expect(said.join('')).toContain('\u202ePWND\u202c')
  })

  it('is what it was in `list`, `show`, `why` and `prompt` too', async () => {
    const made = await open({ terminal: true })
    for (const words of [['list'], ['show', 'evil'], ['why', 'evil'], ['prompt', '/evil']]) {
      const { screen } = await made.run(...words)
      expect([words, steering.exec(withoutSpinner(screen))?.[0]]).toEqual([words, undefined])
    }
    for (const words of [['list'], ['show', 'evil'], ['why', 'evil']]) {
      const { stdout } = await made.run(...words, '--json')
      expect([words, steering.exec(stdout)?.[0]]).toEqual([words, undefined])
      expect(() => JSON.parse(stdout)).not.toThrow()
    }
  })

  it('makes no file of its own', async () => {
    const made = await open()
    const before = readdirSync(made.cwd)
    await made.run('run', 'evil', all)
    expect(readdirSync(made.cwd)).toEqual(before)
    expect(readdirSync(join(made.cwd, '..')).sort()).toEqual(['builtin', 'home', 'project'])
  })
})
