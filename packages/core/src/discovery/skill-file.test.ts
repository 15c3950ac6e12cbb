import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Disk, discover, nodeDisk } from './index.ts'
import { skillText, temporaryTree } from './temporary-tree.ts'

const root = 'home/.agents/skills'

describe('SKILL.md', () => {
  it('bug 25 stray files in the root: plain files are passed over, a root SKILL.md hides nothing', async () => {
    using tree = temporaryTree({
      [`${root}/SKILL.md`]: skillText,
      [`${root}/README.md`]: '# Read me',
      [`${root}/RESOLVER.md`]: skillText,
      [`${root}/a/SKILL.md`]: skillText,
    })
    const { candidates, diagnostics } = await discover(tree.options())
    expect(candidates.map(({ path, atRoot, singleFile }) => [path, atRoot, singleFile])).toEqual([
      [tree.at(`${root}/SKILL.md`), true, true],
      [tree.at(`${root}/a/SKILL.md`), undefined, false],
    ])
    expect(diagnostics).toEqual([])
  })

  it('in another case is accepted with the fix, under its own name', async () => {
    using tree = temporaryTree({
      [`${root}/a/skill.md`]: skillText,
      [`${root}/a/in/SKILL.md`]: skillText,
    })
    const { candidates } = await discover(tree.options())
    expect(candidates).toMatchObject([
      {
        path: tree.at(`${root}/a/skill.md`),
        diagnostics: [{ code: 'walk/case', severity: 'warning', hint: 'Rename it to SKILL.md.' }],
      },
    ])
  })

  it('in another case does not count beside the right one, and of two others the first counts', async () => {
    using tree = temporaryTree({
      [`${root}/a/SKILL.md`]: skillText,
      [`${root}/a/skill.md`]: 'no',
      [`${root}/b/Skill.md`]: skillText,
      [`${root}/b/skill.md`]: 'no',
    })
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([`${root}/a/SKILL.md`, `${root}/b/Skill.md`])
    expect(found.candidates[0]?.diagnostics).toEqual([])
    expect(found.candidates[1]?.diagnostics[0]?.related).toMatchObject([
      { file: tree.at(`${root}/b/skill.md`) },
    ])
  })

  it('gets the same answer where the file system ignores case', async () => {
    using tree = temporaryTree({
      [`${root}/a/skill.md`]: skillText,
      [`${root}/b/SKILL.md`]: skillText,
      [`${root}/c/d/SKILL.md`]: skillText,
    })
    const strict = await discover(tree.options())
    const found = await discover(tree.options(), ignoringCase(nodeDisk))
    expect(JSON.stringify(found)).toBe(JSON.stringify(strict))
    expect(tree.found(found)).toEqual([
      `${root}/a/skill.md`,
      `${root}/b/SKILL.md`,
      `${root}/c/d/SKILL.md`,
    ])
  })

  it('that is a folder is one warning, and what is beside it loads', async () => {
    using tree = temporaryTree({
      [`${root}/a/SKILL.md/b/SKILL.md`]: skillText,
      [`${root}/a/c/SKILL.md`]: skillText,
    })
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([`${root}/a/c/SKILL.md`])
    expect(found.diagnostics).toMatchObject([
      { code: 'walk/not-a-file', severity: 'warning', file: tree.at(`${root}/a/SKILL.md`) },
    ])
  })

  it.skipIf(process.platform === 'win32')(
    'that is a pipe or leads to a device never blocks',
    async () => {
      using tree = temporaryTree({ [`${root}/ok/SKILL.md`]: skillText })
      for (const name of ['pipe', 'device', 'more']) mkdirSync(tree.at(`${root}/${name}`))
      const pipes = [tree.at(`${root}/pipe/SKILL.md`), tree.at(`${root}/more/.gitignore`)]
      execFileSync('sh', ['-c', 'mkfifo "$@"', 'sh', ...pipes])
      tree.link(`${root}/device/SKILL.md`, '/dev/zero')
      const found = await discover(tree.options())
      expect(tree.found(found)).toEqual([`${root}/ok/SKILL.md`])
      expect(found.diagnostics.map(({ code }) => code)).toEqual([
        'walk/not-a-file',
        'ignore/pattern',
        'walk/not-a-file',
      ])
    },
  )

  it('that may not be read is a candidate without a head, and the rest loads', async () => {
    using tree = temporaryTree({
      [`${root}/a/SKILL.md`]: skillText,
      [`${root}/b/SKILL.md`]: skillText,
    })
    // The superuser reads everything, so the disk says no itself.
    const { candidates } = await discover(tree.options(), failing('read', `${root}/a`, 'EACCES'))
    expect(candidates).toMatchObject([
      { diagnostics: [{ code: 'walk/unreadable', severity: 'error' }] },
      { path: tree.at(`${root}/b/SKILL.md`), diagnostics: [] },
    ])
    expect(candidates[0]).not.toHaveProperty('head')
  })

  it('that vanishes between being found and being read is one warning', async () => {
    using tree = temporaryTree({
      [`${root}/a/SKILL.md`]: skillText,
      [`${root}/b/SKILL.md`]: skillText,
      [`${root}/c/x`]: '',
    })
    for (const [step, path] of [
      ['read', `${root}/a/SKILL.md`],
      ['list', `${root}/c`],
    ] as const) {
      const found = await discover(tree.options(), failing(step, path, 'ENOENT'))
      expect(found.diagnostics).toMatchObject([
        { code: 'walk/vanished', severity: 'warning', file: tree.at(path) },
      ])
      expect(tree.found(found)).toContain(`${root}/b/SKILL.md`)
    }
  })

  it('in a folder that may not be listed is one warning, and the rest loads', async () => {
    using tree = temporaryTree({ [`${root}/a/x`]: '', [`${root}/b/SKILL.md`]: skillText })
    chmodSync(tree.at(`${root}/a`), 0)
    const found = await discover(tree.options(), failing('list', `${root}/a`, 'EACCES'))
    chmodSync(tree.at(`${root}/a`), 0o700)
    expect(tree.found(found)).toEqual([`${root}/b/SKILL.md`])
    expect(found.diagnostics).toMatchObject([
      { code: 'walk/unreadable', severity: 'warning', file: tree.at(`${root}/a`) },
    ])
  })
})

/** A disk on which one call fails for one path. */
function failing(call: 'read' | 'list', path: string, code: string): Disk {
  const fail = (asked: string) => {
    if (!asked.includes(path)) return
    throw Object.assign(new Error(`${code}: simulated`), { code })
  }
  return {
    ...nodeDisk,
    read: (asked, into, size) => {
      if (call === 'read') fail(asked)
      return nodeDisk.read(asked, into, size)
    },
    list: (asked) => {
      if (call === 'list') fail(asked)
      return nodeDisk.list(asked)
    },
  }
}

/** A disk that finds a file by any spelling of its last part, as the usual ones of two systems do. */
function ignoringCase(disk: Disk): Disk {
  return {
    ...disk,
    lstat(path) {
      const exact = disk.lstat(path)
      const cut = path.lastIndexOf('/')
      const folder = path.slice(0, cut)
      if (exact !== undefined || disk.lstat(folder)?.isDirectory() !== true) return exact
      const wanted = path.slice(cut + 1).toLowerCase()
      const entry = disk.list(folder).find(({ name }) => name.toLowerCase() === wanted)
      return entry && disk.lstat(`${folder}/${entry.name}`)
    },
  }
}
