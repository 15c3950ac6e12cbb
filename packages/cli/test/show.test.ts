import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createWorld, type World } from './world.ts'

let world: World
afterEach(() => world.remove())

it('shows a text that holds the zeros which stand for the boundary', async () => {
  world = createWorld()
  const zeros = '0'.repeat(32)
  world.skill('~/.claude/skills', 'hash', {}, `An empty hash is ${zeros}.`)
  const { code, stdout } = await world.run('show', 'hash')
  expect(code).toBe(0)
  expect(stdout).toContain(`An empty hash is ${zeros}.`)
  expect(stdout).toContain(`End of skill "hash" · ${zeros} ---`)
})

it('expands the project folder as a run does, also from a folder below', async () => {
  world = createWorld()
  mkdirSync(join(world.cwd, 'deep/er'), { recursive: true })
  world.skill('~/.claude/skills', 'where', {}, `At $${'{CLAUDE_PROJECT_DIR}'}.`)
  const at = ['--cwd', join(world.cwd, 'deep/er')]
  const shown = await world.run('show', '--json', ...at, 'where')
  const sent = await world.run('prompt', '--json', '--model', 'guided', ...at, '/where')
  expect(JSON.parse(shown.stdout).instructions).toContain(`At ${world.cwd}.`)
  expect(JSON.parse(sent.stdout).system).toContain(`At ${world.cwd}.`)
})
