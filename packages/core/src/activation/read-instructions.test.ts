import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Skill, SkillScope } from '../skill.ts'
import { readInstructions, readPluginRoot, resolveResource } from './index.ts'
import { skillNamed } from './test-skill.ts'

let base = ''

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'skillet-activation-')))
})

afterEach(() => rm(base, { recursive: true, force: true }))

async function write(path: string, text = 'x'): Promise<string> {
  const file = join(base, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

/** A skill `a` in a repository, with its file written. */
async function skillIn(
  scope: SkillScope,
  body = 'Body.',
  fields: Partial<Skill> = {},
): Promise<Skill> {
  const location = await write(
    'repo/.agents/skills/a/SKILL.md',
    `---\nname: a\ndescription: Does a.\n---\n${body}\n`,
  )
  await mkdir(join(base, 'repo/.git'), { recursive: true })
  const root = join(base, 'repo/.agents/skills')
  return skillNamed('a', {
    location,
    directory: dirname(location),
    realPath: location,
    source: { scope, client: 'agents', root },
    ...fields,
  })
}

/** As discovery says it of a project's skill. */
const within = (boundary: string, skill: Skill): Skill => ({
  ...skill,
  source: { ...skill.source, boundary },
})

describe('readInstructions', () => {
  it('reads the body, the hash of the bytes and the skill as the file says now', async () => {
    const skill = await skillIn('user', '\n# Steps\n\n---\n\nDo it.\n')
    const read = await readInstructions(skill)
    expect(read.body).toBe('# Steps\n\n---\n\nDo it.')
    expect(read.diagnostics).toEqual([])
    expect(read.skill).toMatchObject({ name: 'a', description: 'Does a.' })
    const text = '---\nname: a\ndescription: Does a.\n---\n\n# Steps\n\n---\n\nDo it.\n\n'
    expect(read.hash).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('lists files in code points, without dot files, node_modules and its own file', async () => {
    const skill = await skillIn('user')
    for (const file of [
      'z.md',
      'B.md',
      'a/b.md',
      '.env',
      '.git/x',
      'node_modules/x/y.js',
      'a/SKILL.md',
    ]) {
      await write(`repo/.agents/skills/a/${file}`)
    }
    const { resources, resourceCount } = await readInstructions(skill)
    expect(resources).toEqual(['B.md', 'a/SKILL.md', 'a/b.md', 'z.md'])
    expect(resourceCount).toBe(4)
  })

  it('names at most 200 files and counts all', async () => {
    const skill = await skillIn('user')
    for (let index = 0; index < 230; index++) await write(`repo/.agents/skills/a/f${index}`)
    const { resources, resourceCount } = await readInstructions(skill)
    expect(resources).toHaveLength(200)
    expect(resourceCount).toBe(230)
  })

  it('looks 16 folders deep, and says that there is more', async () => {
    const skill = await skillIn('user')
    await write(`repo/.agents/skills/a/${'d/'.repeat(16)}near`)
    expect(await readInstructions(skill)).toMatchObject({ resourceCount: 1, diagnostics: [] })
    await write(`repo/.agents/skills/a/${'d/'.repeat(17)}far`)
    const { diagnostics, resourceCount } = await readInstructions(skill)
    expect(resourceCount).toBe(1)
    expect(diagnostics).toMatchObject([{ code: 'walk/limit', file: skill.directory }])
  })

  it('says why a file cannot be read', async () => {
    const skill = await skillIn('user')
    await rm(skill.location)
    await symlink('SKILL.md', skill.location)
    const { diagnostics, body } = await readInstructions(skill)
    expect(body).toBe('')
    expect(diagnostics).toMatchObject([{ code: 'walk/unreadable', hint: 'Check its permissions.' }])
    expect(diagnostics[0]?.message).toContain('ELOOP')
  })

  it('lists nothing for a single file: the rest of its folder belongs to others', async () => {
    const skill = await skillIn('user', 'Body.', { singleFile: true })
    await write('repo/.agents/skills/a/other.md')
    expect(await readInstructions(skill)).toMatchObject({ resources: [], resourceCount: 0 })
  })

  it('ends where links lead in a circle, and lists a linked folder once', async () => {
    const skill = await skillIn('user')
    await write('repo/.agents/skills/a/sub/f.md')
    await symlink('..', join(skill.directory, 'sub/up'))
    await symlink('sub', join(skill.directory, 'again'))
    await symlink('/nowhere', join(skill.directory, 'gone'))
    const { resources } = await readInstructions(skill)
    expect(resources.filter((path) => path.endsWith('f.md'))).toHaveLength(1)
  })

  it('bug 18 containment of links: a project skill does not list what lies outside its repository', async () => {
    await write('outside/secret.txt')
    await write('repo/shared/ok.md')
    const skill = within(join(base, 'repo'), await skillIn('project'))
    await symlink(join(base, 'outside'), join(skill.directory, 'out'))
    await symlink(join(base, 'repo/shared/ok.md'), join(skill.directory, 'in.md'))
    expect((await readInstructions(skill)).resources).toEqual(['in.md'])
    const own = { ...skill, source: { ...skill.source, scope: 'user' as const } }
    expect((await readInstructions(own)).resources).toEqual(['in.md', 'out/secret.txt'])
  })

  it('a file that vanished is an error among the diagnostics, never a throw', async () => {
    const skill = await skillIn('user')
    await rm(skill.location)
    const read = await readInstructions(skill)
    expect(read.diagnostics).toMatchObject([{ code: 'walk/vanished', severity: 'error' }])
    expect(read.body).toBe('')
    expect(read.skill).toBeUndefined()
  })

  it('a folder in its place, or too many bytes, is an error too', async () => {
    const skill = await skillIn('user', 'x'.repeat(1024 * 1024))
    const large = await readInstructions(skill)
    expect(large.diagnostics).toMatchObject([{ code: 'bytes/too-large', severity: 'error' }])
    await rm(skill.location)
    await mkdir(skill.location)
    const folder = await readInstructions(skill)
    expect(folder.diagnostics).toMatchObject([{ code: 'walk/not-a-file', severity: 'error' }])
  })

  it.skipIf(process.platform === 'win32')('never waits for a pipe in its place', async () => {
    const skill = await skillIn('user')
    await rm(skill.location)
    execFileSync('mkfifo', [skill.location])
    const pipe = await readInstructions(skill)
    expect(pipe.diagnostics).toMatchObject([{ code: 'walk/not-a-file' }])
  })

  it('finds the plugin’s root only where the text asks for it', async () => {
    await mkdir(join(base, 'repo/.claude-plugin'), { recursive: true })
    const plain = await readInstructions(await skillIn('user'))
    expect(plain.pluginRoot).toBeUndefined()
    const asking = await readInstructions(await skillIn('user', `$${'{CLAUDE_PLUGIN_ROOT}'}/x`))
    expect(asking.pluginRoot).toBe(join(base, 'repo'))
    expect(await readPluginRoot(join(base, 'elsewhere'))).toBeUndefined()
  })
})

describe('resolveResource', () => {
  async function reasonFor(skill: Skill, path: string): Promise<string> {
    const found = await resolveResource(skill, path)
    return found.kind === 'refused' ? found.reason : `found ${found.realPath}`
  }

  it('finds a file of the skill, and bug 31 not one of the same name elsewhere', async () => {
    const skill = await skillIn('user')
    const file = await write('repo/.agents/skills/a/references/forms.md')
    await write('repo/references/forms.md')
    expect(await resolveResource(skill, './references//forms.md')).toEqual({
      kind: 'file',
      path: file,
      realPath: file,
    })
  })

  it.each([
    ['../../../secret.txt', 'leads out'],
    ['references/../../x', 'leads out'],
    ['..', 'leads out'],
    ['/etc/passwd', 'absolute'],
    ['C:/x', 'absolute'],
    ['~/x', 'absolute'],
    ['a\\..\\..\\x', 'backslash'],
    ['a\0b', 'NUL'],
    ['', 'names no file'],
    ['.', 'names no file'],
    ['xy::$DATA', 'data stream'],
    ['x. ', 'dot or a blank'],
    ['missing.md', 'no such file'],
    ['SKILL.md/x', 'no such file'],
    ['sub', 'is a folder'],
    ['x'.repeat(5000), 'too long'],
  ])('bug 15 path escape by resource: refuses %j, saying why', async (path, reason) => {
    const skill = await skillIn('user')
    await write('repo/.agents/skills/a/sub/x')
    expect(await reasonFor(skill, path)).toContain(reason)
  })

  it('refuses a pipe', async () => {
    const skill = await skillIn('user')
    execFileSync('mkfifo', [join(skill.directory, 'pipe')])
    expect(await reasonFor(skill, 'pipe')).toContain('not an ordinary file')
  })

  it('says that links lead in a circle', async () => {
    const skill = await skillIn('user')
    await symlink('b', join(skill.directory, 'a'))
    await symlink('a', join(skill.directory, 'b'))
    expect(await reasonFor(skill, 'a')).toContain('lead in a circle')
  })

  it('bug 18 links: a project skill stays in its repository, by real path, part by part', async () => {
    const secret = await write('outside/secret.txt')
    const shared = await write('repo/shared/ok.md')
    const skill = within(join(base, 'repo'), await skillIn('project'))
    await symlink(join(base, 'outside'), join(skill.directory, 'link'))
    await symlink(secret, join(skill.directory, 'file.txt'))
    await symlink('../../../shared/ok.md', join(skill.directory, 'in.md'))
    expect(await reasonFor(skill, 'link/secret.txt')).toContain('leads out of the repository')
    expect(await reasonFor(skill, 'file.txt')).toContain('leads out of the repository')
    expect(await resolveResource(skill, 'in.md')).toMatchObject({ kind: 'file', realPath: shared })
    const own = { ...skill, source: { ...skill.source, scope: 'user' as const } }
    expect(await resolveResource(own, 'link/secret.txt')).toMatchObject({ realPath: secret })
  })

  it('a project skill that no discovery found stays in its skills root', async () => {
    await write('repo/shared/ok.md')
    const beside = await write('repo/.agents/skills/b/of-b.md')
    const skill = await skillIn('project')
    await symlink('../../../shared/ok.md', join(skill.directory, 'out.md'))
    await symlink('../b/of-b.md', join(skill.directory, 'in.md'))
    expect(await reasonFor(skill, 'out.md')).toContain('leads out of the repository')
    expect(await resolveResource(skill, 'in.md')).toMatchObject({ realPath: beside })
  })

  it('a link that leads in a circle, and one to nowhere, are refused', async () => {
    const skill = await skillIn('user')
    await symlink('b', join(skill.directory, 'c'))
    await symlink('c', join(skill.directory, 'b'))
    await symlink('/nowhere/at/all', join(skill.directory, 'gone'))
    expect(await reasonFor(skill, 'b')).toContain('circle')
    expect(await reasonFor(skill, 'gone')).toContain('no such file')
  })

  it('a single-file skill owns that file alone', async () => {
    const skill = await skillIn('user', 'Body.', { singleFile: true })
    await write('repo/.agents/skills/a/other.md')
    expect(await reasonFor(skill, 'other.md')).toContain('single file')
    expect(await resolveResource(skill, 'SKILL.md')).toMatchObject({ kind: 'file' })
  })
})
