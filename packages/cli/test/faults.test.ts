import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { underLock } from '@skillet/core'
import { afterEach, expect, it } from 'vitest'
import { mendableFault } from '../src/system-error.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

let world: World
afterEach(() => world.remove())
const open = (options?: WorldOptions) => {
  world = createWorld(options)
  world.skill('.claude/skills', 'deploy')
  return world
}

it('a file where the state folder has to be is named, with what to do', async () => {
  open().write('~/.local', '')
  const { code, stderr } = await world.run('trust', '--yes')
  expect(code).toBe(1)
  expect(stderr).toContain(`skillet: ${join(world.home, '.local')}`)
  expect(stderr).toContain('a file stands where a folder is needed.\n  hint: Move that file away.')
  expect(stderr).not.toContain('    at ')
})

it('answers about trust that are a folder are no fault of Skillet’s own', async () => {
  mkdirSync(join(open().home, '.local/state/skillet/trust.json'), { recursive: true })
  const { code, stderr } = await world.run('trust', '--yes')
  expect(code).toBe(0)
  expect(stderr).toContain('1 skill of')
})

it('answers about trust of a newer Skillet are left alone, in a sentence', async () => {
  const newer = '{ "version": 99, "repositories": {} }'
  const file = open().write('~/.local/state/skillet/trust.json', newer)
  chmodSync(file, 0o600)
  const { code, stderr } = await world.run('trust', '--yes')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^skillet: The answers about trust .*trust\.json/mu)
  expect(stderr).not.toContain('    at ')
  expect(readFileSync(file, 'utf8')).toBe(newer)
})

it('a SKILLET_HOME that can never be a folder is named', async () => {
  open({ environment: { SKILLET_HOME: '/dev/null/x' } })
  for (const words of [
    ['trust', '--yes'],
    ['disable', '--user', 'deploy'],
  ]) {
    const { code, stderr } = await world.run(...words)
    expect({ words, code }).toEqual({ words, code: 1 })
    expect(stderr).toContain('skillet: /dev/null/x')
    expect(stderr).toContain('SKILLET_HOME')
  }
  expect((await world.run('list')).code).toBe(0)
})

it('a lock that another process keeps is named, and how to be rid of it', async () => {
  const file = join(open().home, 'trust.json')
  world.write('~/trust.json.lock', String(process.pid))
  const fault = await underLock(file, () => {}, { attempts: 0, pause: 0 }).catch(mendableFault)
  expect(fault).toEqual({
    message: `Another process holds ${file}.lock.`,
    hint: 'Wait for it. If no other Skillet is running, delete that file.',
  })
})

it('every other error is a fault of Skillet’s own, and stays one', () => {
  open()
  expect(mendableFault(new TypeError('x'))).toBeUndefined()
  expect(mendableFault(Object.assign(new Error('x'), { code: 'MODULE_NOT_FOUND' }))).toBeUndefined()
  expect(mendableFault('x')).toBeUndefined()
  rmSync(join(world.home, 'gone'), { force: true })
  try {
    readFileSync(join(world.home, 'gone'))
  } catch (error) {
    expect(mendableFault(error)?.message).toBe(
      `${join(world.home, 'gone')} cannot be opened: it is not there.`,
    )
  }
})
