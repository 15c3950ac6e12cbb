import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCatalogue } from '../catalogue/index.ts'
import { openLibrary } from '../library/index.ts'
import { parseInvocation } from '../library/parse-invocation.ts'
import { matchSkills } from '../menu/index.ts'
import { searchSkills } from '../search.ts'
import { activate, readInstructions } from './index.ts'

const boundary = 'f'.repeat(32)
let home = ''

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'skillet-expansion-')))
  await write(
    'fix/SKILL.md',
    'name: fix\ndescription: Repairs one issue\nargument-hint: <issue>',
    'Fix $1 in {baseDir}.',
  )
  await write(
    'manual/SKILL.md',
    'name: manual\ndescription: By hand\ndisable-model-invocation: yes',
    'Do.',
  )
  await write('bg/SKILL.md', 'name: bg\ndescription: Background\nuser-invocable: false', 'Know.')
  await write('broken/SKILL.md', 'name: broken', 'No description.')
})

afterAll(() => rm(home, { recursive: true, force: true }))

async function write(path: string, frontmatter: string, body: string): Promise<void> {
  const file = join(home, '.agents/skills', path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, `---\n${frontmatter}\n---\n${body}\n`)
}

function open() {
  return openLibrary({ cwd: home, home })
}

describe('one snapshot, one expansion', () => {
  it('bug 39 routes: the typed command, the library and the parts give the same text', async () => {
    const library = await open()
    const invocation = parseInvocation('/fix issue-7', library.snapshot)
    if (invocation?.kind !== 'skill') throw new Error('not found')
    const { skill, arguments: given } = invocation
    const byParts = activate(skill, await readInstructions(skill), {
      arguments: given,
      route: 'user',
      boundary,
      projectDirectory: home,
    })
    const byLibrary = await library.activate('fix', { arguments: given, route: 'user', boundary })
    expect(byParts.instructions).toContain(`\nFix issue-7 in ${home}/.agents/skills/fix.\n`)
    expect(byLibrary).toEqual(byParts)
  })

  it('bug 47 visibility flags: the catalogue, the menu’s names and the typed call agree', async () => {
    const { snapshot } = await open()
    expect(formatCatalogue(snapshot.skills, { loader: 'activate_skill' }).shown).toEqual([
      'bg',
      'fix',
    ])
    expect(parseInvocation('/manual', snapshot)?.kind).toBe('skill')
    expect(parseInvocation('/bg', snapshot)?.kind).toBe('blocked')
  })

  it('a file that is no skill is known by name, with the reason and what to do', async () => {
    const { snapshot } = await open()
    expect(parseInvocation('/broken', snapshot)).toMatchObject({
      kind: 'blocked',
      state: 'invalid',
      reason: expect.stringContaining('description'),
      remedy: expect.any(String),
    })
  })

  it('menu and search take the snapshot’s list as it is', async () => {
    const { snapshot } = await open()
    expect(matchSkills(snapshot.skills, 'fi', 5)[0]?.skill.name).toBe('fix')
    expect(searchSkills(snapshot.skills, 'repairing issues', 5)[0]?.skill.name).toBe('fix')
  })
})
