import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createWorld, type World } from './world.ts'

/** The schema that `docs/schemas` publishes, as something that checks. */
function schemaOf(name: string): z.ZodType {
  const file = fileURLToPath(new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url))
  return z.fromJSONSchema(JSON.parse(readFileSync(file, 'utf8')))
}

let world: World
beforeAll(() => {
  world = createWorld()
  world.skill('~/.claude/skills', 'pdf', {
    'argument-hint': '<file>',
    'allowed-tools': 'Bash(git *)',
    metadata: '\n  author: ada',
    hooks: '\n  postExecute: Say bye.',
    flavour: 'sweet',
  })
  world.write('~/.claude/skills/pdf/scripts/run.sh', 'echo run\n')
  world.skill('.claude/skills', 'deploy')
  world.write('~/.claude/skills/bad/SKILL.md', '---\nname: bad\n---\nBody\n')
})
afterAll(() => world.remove())

const cases: readonly (readonly [schema: string, ...words: string[]])[] = [
  ['list', 'list', '--json'],
  ['list', 'list', '--json', '--all'],
  ['show', 'show', '--json', 'pdf'],
  ['show', 'show', '--json', 'deploy'],
  ['show', 'show', '--json', 'bad'],
  ['why', 'why', '--json', 'pdf'],
  ['why', 'why', '--json', 'bad'],
  ['why', 'why', '--json', 'nobody'],
  ['prompt', 'prompt', '--json', '--model', 'guided', '/pdf a.pdf'],
  ['prompt', 'run', '--dry-run', '--json', '--model', 'guided', 'pdf', 'a.pdf'],
  ['doctor', 'doctor', '--json'],
]

describe('JSON output follows its published schema', () => {
  it.each(cases)('%s: skillet %s %s %s', async (schema, ...words) => {
    const { stdout } = await world.run(...words)
    expect(schemaOf(schema).safeParse(JSON.parse(stdout)).error).toBeUndefined()
  })

  it('run-event: each line of skillet run --json', async () => {
    const { stdout } = await world.run('run', '--json', '--model', 'guided', 'pdf', 'a.pdf')
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(3)
    const schema = schemaOf('run-event')
    for (const line of lines) expect(schema.safeParse(JSON.parse(line)).error).toBeUndefined()
  })

  it('a schema refuses what lacks a field, so that these tests can fail', async () => {
    const { skills: _skills, ...rest } = JSON.parse((await world.run('list', '--json')).stdout)
    expect(schemaOf('list').safeParse(rest).success).toBe(false)
    expect(schemaOf('list').safeParse({ ...rest, skills: [{ name: 'x' }] }).success).toBe(false)
  })
})

describe('what the JSON says', () => {
  it('list gives callable skills alone; --all gives every state with reason and remedy', async () => {
    const names = ({ skills }: { skills: { name: string }[] }) => skills.map(({ name }) => name)
    const some = JSON.parse((await world.run('list', '--json')).stdout)
    expect(names(some)).toEqual(['pdf'])
    const all = JSON.parse((await world.run('list', '--json', '--all')).stdout)
    expect(names(all).sort()).toEqual(['bad', 'deploy', 'pdf'])
    const deploy = all.skills.find(({ name }: { name: string }) => name === 'deploy')
    expect(deploy).toMatchObject({ state: 'untrusted', scope: 'project', client: 'claude' })
    expect(deploy.remedy).toContain('skillet trust')
  })

  it('show gives instructions without the wrapping, and files with sizes', async () => {
    const shown = JSON.parse((await world.run('show', '--json', 'pdf')).stdout)
    expect(shown.instructions).toBe('Do the work of pdf.')
    expect(shown.files.map(({ path }: { path: string }) => path)).toEqual([
      'SKILL.md',
      'scripts/run.sh',
    ])
    expect(shown.files[1].size).toBe(9)
    expect(shown.skill).toMatchObject({
      metadata: { author: 'ada' },
      hooks: { postExecute: 'Say bye.' },
      extra: { flavour: 'sweet' },
    })
  })

  it('doctor lists errors and exits 1 for them', async () => {
    const { code, stdout } = await world.run('doctor', '--json')
    const { ok, checks } = JSON.parse(stdout)
    expect({ code, ok }).toEqual({ code: 1, ok: false })
    const bad = checks.find(({ subject }: { subject: string }) => subject === 'bad')
    expect(bad).toMatchObject({ area: 'Skills', status: 'error' })
    expect(checks[0]).toEqual({
      area: 'Skillet',
      subject: 'Node',
      status: 'ok',
      detail: process.versions.node,
    })
  })
})

describe('skillet doctor', () => {
  it('says what commands would run in, and heeds the settings', async () => {
    const sandboxOf = async (world: World): Promise<unknown> => {
      const { checks } = JSON.parse((await world.run('doctor', '--json')).stdout)
      return checks.find(({ subject }: { subject: string }) => subject === 'sandbox')
    }
    const other = createWorld()
    const usual = await sandboxOf(other)
    expect(usual).toMatchObject({ area: 'Tools' })
    expect(JSON.stringify(usual)).toMatch(/bubblewrap \d|commands run with your rights\. /u)
    other.write('~/.config/skillet/settings.json', '{ "sandbox": "off" }')
    expect(await sandboxOf(other)).toMatchObject({
      status: 'note',
      detail: 'none: commands run with your rights. It is off in your settings.',
    })
    other.remove()
  })

  it('does not take the mistakes of an untrusted repository for the person’s own', async () => {
    const other = createWorld()
    other.write('.claude/skills/bad/SKILL.md', '---\nname: bad\n---\nBody\n')
    other.write('.skillet/settings.json', '{ broken')
    const { code, stdout } = await other.run('doctor')
    expect(code).toBe(0)
    expect(stdout).toContain('they do not count, since nobody has trusted them')
    other.write('~/.claude/skills/own/SKILL.md', '---\nname: own\n---\nBody\n')
    expect((await other.run('doctor')).code).toBe(1)
    other.remove()
  })

  it('breaks no word, and puts long labels on a line of their own', async () => {
    for (const columns of [60, 100]) {
      const narrow = createWorld({ terminal: true, columns })
      const { stdout } = await narrow.run('doctor')
      narrow.remove()
      for (const line of stdout.split('\n')) {
        if (!line.includes('/')) expect(line.length).toBeLessThanOrEqual(columns)
      }
    }
  })
})

describe('skillet show', () => {
  it('shows facts, files and the instructions as the model reads them', async () => {
    const { code, stdout } = await world.run('show', 'pdf')
    expect(code).toBe(0)
    expect(stdout).toContain('call as       /pdf <file>')
    expect(stdout).toContain('pre-approved  Bash(git *)')
    expect(stdout).toContain('scripts/run.sh  9 B')
    expect(stdout).toContain('--- Skill "pdf" · ')
    expect(stdout).toContain('Do the work of pdf.')
  })

  it('shows an untrusted and an invalid skill too, with exit 0', async () => {
    const deploy = await world.run('show', 'deploy')
    expect(deploy.code).toBe(0)
    expect(deploy.stdout).toContain('● untrusted.')
    expect(deploy.stdout).toContain('Do the work of deploy.')
    const bad = await world.run('show', 'bad')
    expect(bad.code).toBe(0)
    expect(bad.stderr).toContain('[description/missing]')
  })

  it('shows each diagnostic once, of a skill that is loaded too', async () => {
    const odd = createWorld()
    odd.skill('~/.claude/skills', 'odd', { name: 'other', 'disable-model-invocation': 'maybe' })
    const { stderr } = await odd.run('show', 'other')
    odd.remove()
    const codes = stderr.match(/\[[a-z]+\/[a-z-]+\]/g) ?? []
    expect(codes.length).toBeGreaterThan(0)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('--raw gives the file byte for byte in a pipe', async () => {
    const { stdout } = await world.run('show', '--raw', 'bad')
    expect(stdout).toBe('---\nname: bad\n---\nBody\n')
  })
})
