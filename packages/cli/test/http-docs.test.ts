import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWorld, type Running, type World } from './world.ts'

const page = readFileSync(fileURLToPath(new URL('../../../docs/http.md', import.meta.url)), 'utf8')
interface Operation {
  /** Says so where a token that may not decide does not open the route. */
  readonly description?: string
}
const openApi: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
} = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url)), 'utf8'),
)

/** Each command of the page, and what it shows below it. `…` stands for anything. */
const examples = [...page.matchAll(/```console\n([\s\S]*?)```/gu)]
  .flatMap(([, block = '']) => block.split(/^\$ /mu).slice(1))
  .map((example) => {
    const end = example.indexOf('\n')
    return { command: example.slice(0, end), output: example.slice(end + 1) }
  })
  .filter(({ command }) => command.startsWith('curl '))

const hasCurl = spawnSync('curl', ['--version']).status === 0

describe.skipIf(!hasCurl)('the examples of docs/http.md', () => {
  let world: World
  let running: Running
  let origin: string
  beforeAll(async () => {
    world = createWorld()
    world.skill('~/.claude/skills', 'hello', { 'argument-hint': '<name>' }, 'Greet $ARGUMENTS.')
    running = world.start('serve', '--no-open', '--port', '0', '--client-token', 'token')
    await vi.waitFor(() => expect(running.written.stdout).toMatch(/\n/u), 10_000)
    origin = running.written.stdout.split('/#')[0] ?? ''
  })
  afterAll(async () => {
    running.stop()
    await running.ran
    world.remove()
  })

  it.each(examples)('$command', async ({ command, output }) => {
    const here = command.replaceAll('http://127.0.0.1:4747', () => origin)
    const env = {
      ...process.env,
      TOKEN: readFileSync(join(world.cwd, 'token'), 'utf8').trim(),
    }
    const { stdout } = await promisify(execFile)('bash', ['-c', here], { env })
    expect(`${stdout.replace(/\n*$/u, '')}\n`).toMatch(shown(output))
  })
})

describe('docs/http.md', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(4)
  })

  it('names every route of the OpenAPI document, no other, and which of them are for a person', () => {
    const rows = page.split('\n').filter((line) => /^\| `[A-Z]+`?.*\/api\//u.test(line))
    const routes = rows.flatMap((row) => {
      const cell = row.split('|')[1] ?? ''
      const path = /(\/api\/[\w/{}.-]+)/u.exec(cell)?.[1] ?? ''
      return [...cell.matchAll(/\b(GET|POST|PUT|PATCH|DELETE)\b/gu)].map(
        ([, method]) => `${method} ${path}${cell.includes('●') ? ' ●' : ''}`,
      )
    })
    const known = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { description }]) => {
        const mark = description?.includes('--client-may-approve') ? ' ●' : ''
        return `${method.toUpperCase()} ${path}${mark}`
      }),
    )
    expect(routes.toSorted()).toEqual(known.toSorted())
  })
})

/** The page's text as a pattern: what stands for anything matches anything. */
function shown(output: string): RegExp {
  const escaped = output
    .replace(/\n*$/u, '\n')
    .replaceAll(/[.*+?^${}()|[\]\\]/gu, (letter) => `\\${letter}`)
  return new RegExp(`^${escaped.replaceAll('…', () => '.*')}$`, 'u')
}
