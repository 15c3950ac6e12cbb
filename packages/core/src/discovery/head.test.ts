import { truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Disk, discover, discoverEach, nodeDisk, readMore } from './index.ts'
import { skillText, temporaryTree } from './temporary-tree.ts'

const root = 'home/.agents/skills'

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
      candidate: (_, head) => seen.push(read(head?.bytes)),
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
      candidate: ({ path }, head) => seen.push([path, head !== undefined]),
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
