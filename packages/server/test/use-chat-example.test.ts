import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { calling, calls, noted, says, scripted, systemOf } from '../../agent/test/engine-world.ts'
import { type ChatWorld, decider, openChat, reader } from './chat-world.ts'

const example = fileURLToPath(new URL('../../../examples/use-chat.mjs', import.meta.url))

let world: ChatWorld
afterEach(() => world.stop())

/** Runs the example; each question gets the next answer. */
function run(words: readonly string[], answers: readonly string[] = [], token = decider) {
  const env = { PATH: process.env['PATH'], SKILLET_URL: world.origin, SKILLET_TOKEN: token }
  const child = spawn(process.execPath, [example, ...words], { env, timeout: 15_000 })
  const said = { stdout: '', stderr: '' }
  const left = [...answers]
  child.stdout.on('data', (piece) => {
    said.stdout += piece
  })
  child.stderr.on('data', (piece) => {
    said.stderr += piece
    if (`${piece}`.includes('(y/n)')) child.stdin.write(`${left.shift() ?? 'n'}\n`)
  })
  return new Promise<typeof said & { readonly code: number | null }>((resolve) => {
    child.on('close', (code) => resolve({ ...said, code }))
  })
}

describe('the example use-chat.mjs', () => {
  const bash = () => noted('bash', 'run', () => ({ ok: true, text: 'two files' }))
  const model = () =>
    scripted([
      calls(calling('bash', { command: 'ls' }, 'one'), calling('bash', { command: 'rm x' }, 'two')),
      says('All done.'),
    ])

  it('calls a skill, asks about each call in its turn, and shows the whole answer', async () => {
    const tool = bash()
    const asked = model()
    world = await openChat({ model: asked, tools: [tool], skills: { tidy: 'Tidy $ARGUMENTS.' } })
    const { stdout, stderr, code } = await run(['/tidy', 'src'], ['y', 'n'])
    expect({ code, ran: tool.ran }).toEqual({ code: 0, ran: [{ command: 'ls' }] })
    expect(systemOf(asked.requests[0])).toContain('Tidy src.')
    expect(stderr).toContain('"command": "ls"')
    expect(stdout.split('\n').filter((line) => line !== '')).toEqual([
      '[skill tidy]',
      '[bash] two files',
      '[bash] Not now.',
      'All done.',
    ])
  })

  it('says why nothing was sent', async () => {
    world = await openChat({ model: model(), skills: { tidy: 'Tidy.' } })
    const { stderr, code } = await run(['/tudy'])
    expect(code).toBe(1)
    expect(stderr).toContain('"near":["tidy"]')
  })

  it('runs nothing where its token may not answer', async () => {
    const tool = bash()
    world = await openChat({ model: model(), tools: [tool] })
    const { stderr, code } = await run(['go'], ['y'], reader)
    expect({ code, ran: tool.ran }).toEqual({ code: 1, ran: [] })
    expect(stderr).toContain('not-for-tokens')
  })
})
