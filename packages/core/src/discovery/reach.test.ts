import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { discover, nodeDisk } from './index.ts'
import { isSystemFolder } from './system-folders.ts'
import { skillText, temporaryTree } from './temporary-tree.ts'

const root = 'home/.agents/skills'
const onLinux = process.platform === 'linux'

describe.skipIf(!onLinux)('a name that is not UTF-8', () => {
  const latin = (path: string) => Buffer.from(path, 'latin1')

  it('is told as what it is, for a folder and for a single file', async () => {
    using tree = temporaryTree({ [`${root}/good/SKILL.md`]: skillText })
    const folder = latin(tree.at(`${root}/caf\xe9`))
    mkdirSync(folder)
    writeFileSync(Buffer.concat([folder, latin('/SKILL.md')]), skillText)
    tree.write('home/.pi/agent/skills/x.md')
    writeFileSync(latin(tree.at('home/.pi/agent/skills/\xe9.md')), skillText)
    writeFileSync(latin(tree.at(`${root}/\xe9.txt`)), 'no skill in any layout')
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([`${root}/good/SKILL.md`, 'home/.pi/agent/skills/x.md'])
    expect(found.diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['walk/name', tree.at(`${root}/caf\ufffd`)],
      ['walk/name', tree.at('home/.pi/agent/skills/\ufffd.md')],
    ])
  })

  it('is not one that really holds U+FFFD', async () => {
    using tree = temporaryTree({ [`${root}/a\ufffd/SKILL.md`]: skillText })
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([`${root}/a\ufffd/SKILL.md`])
    expect(found.diagnostics).toEqual([])
  })
})

describe('what the system shows of itself', () => {
  it.each([
    ['/proc', true],
    ['/proc/1/cwd', true],
    ['/sys', true],
    ['/dev', true],
    ['/dev/shm/skills', false],
    ['/process', false],
    ['/home/ada/proc', false],
  ])('%s: %s', (path, expected) => {
    expect(isSystemFolder(path)).toBe(expected)
  })

  it.skipIf(!onLinux)('is no place for skills, and a named one is told so', async () => {
    using tree = temporaryTree()
    const listed: string[] = []
    const list = (folder: string) => {
      listed.push(folder)
      return []
    }
    const disk = { ...nodeDisk, list }
    const { diagnostics } = await discover(tree.options({ paths: ['/proc'] }), disk)
    expect(listed).toEqual([])
    expect(diagnostics).toMatchObject([
      { code: 'walk/not-entered', severity: 'info', file: '/proc' },
    ])
  })

  it.skipIf(!onLinux)('nor is it entered from above, or through a link', async () => {
    using tree = temporaryTree({ [`${root}/a/SKILL.md`]: skillText })
    tree.link(`${root}/kernel`, '/proc')
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([`${root}/a/SKILL.md`])
    expect(found.diagnostics).toMatchObject([{ code: 'walk/not-entered', severity: 'info' }])
    expect(found.diagnostics[0]?.message).toContain(tree.at(`${root}/kernel`))
    const listed: string[] = []
    const disk = {
      ...nodeDisk,
      list: (folder: string) => {
        listed.push(folder)
        return folder === '/' ? nodeDisk.list(folder) : []
      },
    }
    await discover(tree.options({ paths: ['/'] }), disk)
    expect(listed).toContain('/')
    expect(listed.filter((folder) => isSystemFolder(folder))).toEqual([])
  })
})
