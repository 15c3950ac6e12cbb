import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { type Disk, discover, discoverEach, nodeDisk, readMore } from './index.ts'
import { skillText, temporaryTree } from './temporary-tree.ts'

const root = 'home/.agents/skills'

describe('the walk', () => {
  it('bug 22 no descent below a skill', async () => {
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
      execFileSync('mkfifo', [tree.at(`${root}/pipe/SKILL.md`), tree.at(`${root}/more/.gitignore`)])
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

describe('the head of a file', () => {
  it.each([0, 1, 4095, 4096])('of %i bytes is whole', async (size) => {
    using tree = temporaryTree({ [`${root}/a/SKILL.md`]: 'x'.repeat(size) })
    const { candidates } = await discover(tree.options())
    expect(candidates[0]?.head).toMatchObject({ complete: true, size })
    expect(candidates[0]?.head?.bytes).toHaveLength(size)
    expect(candidates[0]?.stamp?.size).toBe(size)
  })

  it('of a longer one is its first 4 KiB and its size, and more can be read', async () => {
    using tree = temporaryTree({ [`${root}/a/SKILL.md`]: 'x'.repeat(30_000) })
    const { candidates } = await discover(tree.options())
    expect(candidates[0]?.head).toMatchObject({ complete: false, size: 30_000 })
    const more = readMore(tree.at(`${root}/a/SKILL.md`))
    expect(more).toMatchObject({ complete: false, size: 30_000 })
    expect(more.bytes).toHaveLength(20 * 1024)
  })

  it('of a file above 1 MiB is all there is to get', async () => {
    using tree = temporaryTree({ [`${root}/a/SKILL.md`]: '' })
    truncateSync(tree.at(`${root}/a/SKILL.md`), 2 ** 20 + 1)
    const more = readMore(tree.at(`${root}/a/SKILL.md`))
    expect(more).toMatchObject({ complete: false, size: 2 ** 20 + 1 })
    expect(more.bytes).toHaveLength(4096)
  })

  it('of a file that grows while it is read is not taken for whole', async () => {
    using tree = temporaryTree({ [`${root}/a/SKILL.md`]: skillText })
    const growing: Disk = {
      ...nodeDisk,
      read: (path, into, size) => {
        tree.write(`${root}/a/SKILL.md`, 'y'.repeat(9000))
        return nodeDisk.read(path, into, size)
      },
    }
    const { candidates } = await discover(tree.options(), growing)
    expect(candidates[0]?.head).toMatchObject({ complete: false, size: 4096 })
  })

  it('is each candidate’s own in `discover`, and one shared view in `discoverEach`', async () => {
    using tree = temporaryTree({ [`${root}/a/SKILL.md`]: 'aaa', [`${root}/b/SKILL.md`]: 'bbb' })
    const { candidates } = await discover(tree.options())
    const read = (bytes?: Uint8Array) => new TextDecoder().decode(bytes)
    expect(candidates.map(({ head }) => read(head?.bytes))).toEqual(['aaa', 'bbb'])
    const seen: string[] = []
    const folders: (readonly [string, readonly string[]])[] = []
    const survey = await discoverEach(tree.options(), {
      candidate: ({ head }) => seen.push(read(head?.bytes)),
      listed: (folder, names) => folders.push([folder, names.toSorted()]),
    })
    expect(seen).toEqual(['aaa', 'bbb'])
    expect(folders).toEqual([[tree.at(root), ['a', 'b']]])
    expect(survey).not.toHaveProperty('candidates')
  })

  it('is not read of a file that the caller knows in this very state', async () => {
    using tree = temporaryTree({ [`${root}/a/SKILL.md`]: 'aaa', [`${root}/b/SKILL.md`]: 'bbb' })
    const before = await discover(tree.options())
    tree.write(`${root}/b/SKILL.md`, 'changed')
    const stamps = new Map(before.candidates.map(({ path, stamp }) => [path, stamp]))
    const seen: (readonly [string, boolean])[] = []
    await discoverEach(tree.options(), {
      isKnown: ({ path, stamp }) => JSON.stringify(stamps.get(path)) === JSON.stringify(stamp),
      candidate: ({ path, head }) => seen.push([path, head !== undefined]),
    })
    expect(seen).toEqual([
      [tree.at(`${root}/a/SKILL.md`), false],
      [tree.at(`${root}/b/SKILL.md`), true],
    ])
  })

  it('reaches the caller’s own exceptions: those are no diagnostics', async () => {
    using tree = temporaryTree({ [`${root}/a/SKILL.md`]: skillText })
    const broken = () => {
      throw Object.assign(new TypeError('a bug of the caller'), { code: 'ENOENT' })
    }
    await expect(discoverEach(tree.options(), { candidate: broken })).rejects.toThrow(TypeError)
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
