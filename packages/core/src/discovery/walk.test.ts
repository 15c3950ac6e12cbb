import { readdirSync, statSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { type Disk, discover, nodeDisk } from './index.ts'
import { skillText, temporaryTree } from './temporary-tree.ts'

const root = 'home/.agents/skills'

describe('the walk', () => {
  it('ancestor B, bug 22 no descent below a skill', async () => {
    using tree = temporaryTree({
      [`${root}/maker/SKILL.md`]: skillText,
      [`${root}/maker/references/sample/SKILL.md`]: skillText,
      [`${root}/maker/node_modules/x/skills/y/SKILL.md`]: skillText,
    })
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([`${root}/maker/SKILL.md`])
    expect(found.diagnostics).toEqual([])
  })

  it('bug 23 grouped skills: at any depth up to the limit', async () => {
    using tree = temporaryTree({
      [`${root}/a/SKILL.md`]: skillText,
      [`${root}/data/sql/SKILL.md`]: skillText,
      [`${root}/data/deep/er/csv/SKILL.md`]: skillText,
      [`${root}/1/2/3/4/5/6/SKILL.md`]: skillText,
    })
    const found = await discover(tree.options())
    expect(tree.found(found)).toHaveLength(4)
    expect(found.diagnostics).toEqual([])
  })

  it('bug 23 grouped skills: what lies deeper is reported, and an explicit path reaches further', async () => {
    using tree = temporaryTree({ [`${root}/1/2/3/4/5/6/7/SKILL.md`]: skillText })
    const found = await discover(tree.options())
    expect(found.candidates).toEqual([])
    expect(found.diagnostics).toMatchObject([
      { code: 'walk/limit', severity: 'warning', file: tree.at(root) },
    ])
    expect(found.diagnostics[0]?.message).toContain(tree.at(`${root}/1/2/3/4/5/6/7`))
    const named = await discover(tree.options({ paths: [tree.at(root)] }))
    expect(tree.found(named)).toEqual([`${root}/1/2/3/4/5/6/7/SKILL.md`])
  })

  it.each([
    [{ folders: 3 }, '3 folders'],
    [{ entries: 2 }, '2 entries'],
    [{ milliseconds: -1 }, 'milliseconds'],
  ])('bug 27 large trees: stops at %j and says so', async (limits, words) => {
    using tree = temporaryTree()
    for (const name of 'abcdef') tree.write(`${root}/${name}/SKILL.md`)
    const { diagnostics, candidates } = await discover(tree.options({ limits }))
    expect(diagnostics).toMatchObject([{ code: 'walk/limit', file: tree.at(root) }])
    expect(diagnostics[0]?.message).toContain(words)
    expect(candidates.length).toBeLessThan(6)
  })

  it('bug 27 large trees are slow: each file is read once, 4 KiB at most, and no resource at all', async () => {
    using tree = temporaryTree()
    for (let skill = 0; skill < 30; skill++) {
      tree.write(`${root}/s${skill}/SKILL.md`, skillText + 'x'.repeat(10_000))
      tree.write(`${root}/s${skill}/references/r.md`)
    }
    const reads: string[] = []
    const lists: string[] = []
    const disk: Disk = {
      ...nodeDisk,
      read: (path, into, size) => {
        reads.push(path)
        return nodeDisk.read(path, into, size)
      },
      list: (folder) => {
        lists.push(folder)
        return nodeDisk.list(folder)
      },
    }
    const { candidates } = await discover(tree.options(), disk)
    expect(reads).toHaveLength(30)
    expect(new Set(reads)).toHaveLength(30)
    expect(lists).toEqual([tree.at(root)])
    for (const { head } of candidates) expect(head?.bytes).toHaveLength(4096)
  })

  it('lets other work have its turn', async () => {
    using tree = temporaryTree()
    for (let skill = 0; skill < 50; skill++) tree.write(`${root}/s${skill}/SKILL.md`)
    let turns = 0
    const count = () => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    let now = 0
    // A clock that runs far faster than the walk: every step seems to take up a slice.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 11))
    const { candidates } = await discover(tree.options())
    clock.mockRestore()
    clearImmediate(timer)
    expect(candidates).toHaveLength(50)
    expect(turns).toBeGreaterThan(40)
  })

  it('enters no dot folder, node_modules, __pycache__ or Python environment, and says so once for each kind', async () => {
    using tree = temporaryTree({
      [`${root}/a/SKILL.md`]: skillText,
      [`${root}/.hidden/h/SKILL.md`]: skillText,
      [`${root}/.git/x`]: '',
      [`${root}/.venv/x`]: '',
      [`${root}/venv/v/SKILL.md`]: skillText,
      [`${root}/node_modules/n/SKILL.md`]: skillText,
      [`${root}/group/node_modules/n/SKILL.md`]: skillText,
      [`${root}/group/__pycache__/SKILL.md`]: skillText,
    })
    const found = await discover(tree.options())
    expect(tree.found(found)).toEqual([`${root}/a/SKILL.md`])
    const shown = found.diagnostics.map(({ code, severity, message }) => {
      expect([code, severity]).toEqual(['walk/not-entered', 'info'])
      return message.replaceAll(`${tree.at(root)}/`, '')
    })
    expect(shown.toSorted()).toEqual([
      "1 folder was not searched (__pycache__): 'group/__pycache__'.",
      "2 folders were not searched (a Python environment): '.venv', 'venv'.",
      "2 folders were not searched (its name starts with a dot): '.git', '.hidden'.",
      "2 folders were not searched (node_modules): 'node_modules', 'group/node_modules'.",
    ])
  })

  it('names the first few of many folders that it did not enter', async () => {
    using tree = temporaryTree()
    for (let index = 0; index < 9; index++) tree.write(`${root}/.d${index}/x`, '')
    const { diagnostics } = await discover(tree.options())
    expect(diagnostics).toHaveLength(1)
    expect(diagnostics[0]?.message).toMatch(/^9 folders .* and 6 more\.$/)
  })

  it('bug 37 stable order: by code point of the relative path, twice the same bytes', async () => {
    using tree = temporaryTree()
    for (const name of ['z', 'a', 'm', 'a-b', 'a/c', 'B', 'é', '\u{1f373}', '\uff5a', '10', '9']) {
      tree.write(`${root}/${name}${name === 'a' ? '/d' : ''}/SKILL.md`)
    }
    const first = await discover(tree.options())
    expect(
      tree.found(first).map((path) => path.slice(root.length + 1, -'/SKILL.md'.length)),
    ).toEqual(['10', '9', 'B', 'a-b', 'a/c', 'a/d', 'm', 'z', 'é', '\uff5a', '\u{1f373}'])
    expect(JSON.stringify(await discover(tree.options()))).toBe(JSON.stringify(first))
  })

  it('changes nothing on the disk', async () => {
    using tree = temporaryTree({ [`${root}/a/SKILL.md`]: skillText, [`${root}/b/x`]: '' })
    const state = () =>
      readdirSync(tree.base, { recursive: true }).map((path) => {
        const { mtimeMs, ctimeMs, size } = statSync(tree.at(String(path)))
        return [path, mtimeMs, ctimeMs, size]
      })
    const before = state()
    await discover(tree.options({ paths: ['~/gone', '~'] }))
    expect(state()).toEqual(before)
  })
})
