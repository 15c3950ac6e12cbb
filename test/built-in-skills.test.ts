import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLibrary, parseSkill } from '@skillet/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../skills', import.meta.url))
const names = readdirSync(folder)
let scratch: string

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'skillet-built-in-'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function script(path: string, words: readonly string[], input = '', cwd = scratch) {
  return spawnSync(process.execPath, [join(folder, path), ...words], {
    cwd,
    input,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: scratch },
  })
}

describe('the skills that ship with Skillet', () => {
  it('are these four', () => {
    expect(names).toEqual(['code-review', 'commit-message', 'skill-creator', 'tour'])
  })

  it.each(names)('%s is read without a single diagnostic', (name) => {
    const location = join(folder, name, 'SKILL.md')
    const { skill, diagnostics } = parseSkill(readFileSync(location), { location })
    expect(diagnostics).toEqual([])
    expect(skill?.name).toBe(name)
    expect(skill?.description).toMatch(/ Use when /)
  })

  it.each(names)('%s names only files that are there', (name) => {
    const text = readFileSync(join(folder, name, 'SKILL.md'), 'utf8')
    const linked = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path ?? '')
    const scripts = [...text.matchAll(/\$\{SKILL_DIR\}\/([\w./-]+)/g)].map(([, path]) => path ?? '')
    for (const path of [...linked, ...scripts]) {
      expect(() => readFileSync(join(folder, name, path))).not.toThrow()
    }
  })

  it('all load, and each can be activated', async () => {
    const library = await openLibrary({ cwd: scratch, home: scratch, builtin: folder })
    expect(library.snapshot.skills.map((skill) => skill.name)).toEqual(names)
    for (const name of names) {
      const activation = await library.activate(name, { route: 'user' })
      expect(activation.diagnostics).toEqual([])
      expect(activation.instructions).not.toContain('${')
    }
  })
})

describe('tour: look-around', () => {
  it('counts the skills from the working folder up to the repository, and at home', () => {
    const repository = join(scratch, 'repository')
    mkdirSync(join(repository, '.git'), { recursive: true })
    mkdirSync(join(repository, 'package/src'), { recursive: true })
    for (const name of ['a', 'group/b']) {
      mkdirSync(join(repository, '.agents/skills', name), { recursive: true })
      writeFileSync(join(repository, '.agents/skills', name, 'SKILL.md'), '---\n---\n')
    }
    const { stdout, status } = script(
      'tour/scripts/look-around.mjs',
      [],
      '',
      join(repository, 'package/src'),
    )
    expect(status).toBe(0)
    const found = stdout
      .split('\n')
      .filter((line) => line.includes('skills  ') && !line.includes('–'))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/repository\/\.agents\/skills +project +2 skills$/)
    expect(stdout).toContain(join(scratch, '.pi/agent/skills'))
  })
})

describe('commit-message: check-message', () => {
  const check = (message: string) => script('commit-message/scripts/check-message.mjs', [], message)

  it('accepts a subject alone, and a body below a blank line', () => {
    expect(check('Say why the wait is longer\n').stdout).toBe('The form is right.\n')
    expect(check('Say why\n\nBecause readers ask.\n').status).toBe(0)
  })

  it('names each fault with its line', () => {
    const { stdout, status } = check(`${'x'.repeat(80)}.\nno blank line\n${'word '.repeat(20)}\n`)
    expect(status).toBe(1)
    expect(stdout.split('\n')).toEqual([
      '1: the subject has 81 characters, at most 72',
      '1: the subject ends with a full stop',
      '2: a blank line belongs between subject and body',
      '3: 99 characters, wrap at 72',
      '',
    ])
  })

  it('counts characters, not bytes, and leaves long addresses alone', () => {
    expect(check(`${'字'.repeat(72)}\n\nhttps://example.org/${'x'.repeat(90)}\n`).status).toBe(0)
  })
})

describe('skill-creator: new-skill', () => {
  const create = (...words: string[]) => script('skill-creator/scripts/new-skill.mjs', words)

  it('makes a skill that loads without a diagnostic', () => {
    const { stdout, status } = create(
      'release-notes',
      'Writes notes: "what changed". Use when asked.',
    )
    expect(status).toBe(0)
    const location = stdout.trim()
    const { skill, diagnostics } = parseSkill(readFileSync(location), { location })
    expect(diagnostics).toEqual([])
    expect(skill?.description).toBe('Writes notes: "what changed". Use when asked.')
  })

  it('never overwrites', () => {
    create('mine', 'One')
    const { stderr, status } = create('mine', 'Two')
    expect(status).toBe(1)
    expect(stderr).toContain('exists already')
    expect(readFileSync(join(scratch, '.agents/skills/mine/SKILL.md'), 'utf8')).toContain('One')
  })

  it.each([
    ['Upper', 'x', 'no valid name'],
    ['../out', 'x', 'no valid name'],
    ['a--b', 'x', 'no valid name'],
    ['ok', '  ', 'description is empty'],
    ['ok', 'x'.repeat(1025), '1025 characters'],
  ])('refuses %j with a reason', (name, description, reason) => {
    const { stderr, status } = create(name, description)
    expect(status).toBe(1)
    expect(stderr).toContain(reason)
  })
})
