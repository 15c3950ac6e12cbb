import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTool } from './read.ts'
import { skillAt, snapshotOf, workspaceFixture } from './workspace-fixture.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('read', () => {
  it('gives text with line numbers', async () => {
    using at = workspaceFixture()
    at.files({ 'a.txt': 'one\ntwo\n' })
    const { ok, text } = await readTool.run({ path: 'a.txt' }, at.context())
    expect({ ok, text }).toEqual({ ok: true, text: '1\tone\n2\ttwo' })
  })

  it('reads CRLF, lone CR, a UTF-8 mark and UTF-16 as the same lines', async () => {
    using at = workspaceFixture()
    at.files({
      crlf: 'one\r\ntwo\r\n',
      cr: 'one\rtwo\r',
      mark: '\uFEFFone\ntwo\n',
      wide: Buffer.from('\uFEFFone\ntwo\n', 'utf16le'),
    })
    for (const path of ['crlf', 'cr', 'mark', 'wide']) {
      expect((await readTool.run({ path }, at.context())).text).toBe('1\tone\n2\ttwo')
    }
  })

  it('reads on where offset says, and says how to read on', async () => {
    using at = workspaceFixture()
    at.files({ long: Array.from({ length: 5000 }, (_, line) => `line ${line + 1}`).join('\n') })
    const first = await readTool.run({ path: 'long' }, at.context())
    expect(first.text).toContain(
      '2000\tline 2000\n[Lines 1–2000 of 5000. Read on with offset 2001.]',
    )
    const next = await readTool.run({ path: 'long', offset: 4999, limit: 5 }, at.context())
    expect(next.text).toBe('4999\tline 4999\n5000\tline 5000')
    const past = await readTool.run({ path: 'long', offset: 6000 }, at.context())
    expect(past).toEqual({ ok: false, text: 'long has 5000 lines; line 6000 is past its end.' })
  })

  it('stays within 50 KB whatever the lines are, and cuts a line that is longer than 2,000 characters', async () => {
    using at = workspaceFixture()
    at.files({ wide: `${'x'.repeat(1000)}\n`.repeat(200), endless: 'y'.repeat(3_000_000) })
    const wide = await readTool.run({ path: 'wide' }, at.context())
    expect(wide.text.length).toBeLessThan(52_000)
    expect(wide.text).toMatch(/\[Lines 1–\d+ of 200\. Read on with offset \d+\.\]$/u)
    const endless = await readTool.run({ path: 'endless' }, at.context())
    expect(endless.text).toHaveLength('1\t'.length + 2000 + ' [… line cut]'.length)
  })

  it('keeps a character whole that lies across two reads', async () => {
    using at = workspaceFixture()
    at.files({ han: `${'a'.repeat(65_535)}\n漢字` })
    const { text } = await readTool.run({ path: 'han', offset: 2 }, at.context())
    expect(text).toBe('2\t漢字')
  })

  it('gives an image as an image by its bytes, whatever it is called', async () => {
    using at = workspaceFixture()
    at.files({ 'picture.txt': png, 'fake.png': 'no image at all' })
    const shown = await readTool.run({ path: 'picture.txt' }, at.context())
    expect(shown.image).toEqual({ mediaType: 'image/png', base64: png.toString('base64') })
    const blind = await readTool.run({ path: 'picture.txt' }, at.context({ images: false }))
    expect(blind.image).toBeUndefined()
    expect(blind.text).toContain('is not sent images')
    expect((await readTool.run({ path: 'fake.png' }, at.context())).text).toBe('1\tno image at all')
  })

  it('refuses an image that no provider takes, and says what to do', async () => {
    using at = workspaceFixture()
    const wide = Buffer.from(png)
    wide.writeUInt32BE(9000, 16)
    const heavy = Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)])
    at.files({ wide, heavy, cut: png.subarray(0, 20), none: Buffer.from('GIF89a\0\0\0\0') })
    const said = async (path: string) => {
      const { ok, text, image } = await readTool.run({ path }, at.context())
      expect({ ok, image }).toEqual({ ok: false, image: undefined })
      return text
    }
    expect(await said('wide')).toContain('9000 × 1 pixels, more than the 8000 on a side')
    expect(await said('heavy')).toContain('more than the 3932160 bytes that can be shown. Make a')
    expect(await said('cut')).toContain('it is cut off or damaged')
    expect(await said('none')).toContain('it is cut off or damaged')
  })

  it('says that a file is binary, also where it only is so further on', async () => {
    using at = workspaceFixture()
    at.files({ start: Buffer.from([1, 0, 2]), late: `${'a'.repeat(100_000)}\0` })
    for (const path of ['start', 'late']) {
      const { ok, text } = await readTool.run({ path }, at.context())
      expect(ok).toBe(false)
      expect(text).toContain('binary')
    }
  })

  it('names what a folder holds, and near names for a missing file', async () => {
    using at = workspaceFixture()
    at.files({ 'src/config.ts': '', 'src/other.md': '' })
    const folder = await readTool.run({ path: 'src' }, at.context())
    expect(folder.text).toBe('src is a folder. It holds: config.ts, other.md. List it with ls.')
    const missing = await readTool.run({ path: 'src/confg.ts' }, at.context())
    expect(missing.text).toBe('src/confg.ts does not exist. Near names: src/config.ts.')
  })

  it('refuses what is outside the workspace unless exactly that was approved', async () => {
    using at = workspaceFixture()
    const outside = join(at.home, 'notes.txt')
    at.files({ [outside]: 'mine', [join(at.home, 'other.txt')]: 'other' })
    expect((await readTool.run({ path: '~/notes.txt' }, at.context())).ok).toBe(false)
    const access = { kind: 'read', paths: [outside] } as const
    const approved = at.context({ approved: { access } })
    expect((await readTool.run({ path: '~/notes.txt' }, approved)).text).toBe('1\tmine')
    expect((await readTool.run({ path: '~/other.txt' }, approved)).ok).toBe(false)
  })

  it('does not follow a link out of the workspace, and follows one inside', async () => {
    using at = workspaceFixture()
    at.files({ [join(at.home, 'secret')]: 'secret', inside: 'here' })
    symlinkSync(join(at.home, 'secret'), at.path('out'))
    symlinkSync('inside', at.path('in'))
    const out = await readTool.run({ path: 'out' }, at.context())
    expect(out.ok).toBe(false)
    expect(out.text).not.toContain('1\tsecret')
    expect((await readTool.run({ path: 'in' }, at.context())).text).toBe('1\there')
    expect(readTool.access({ path: 'out' }, at.context())).toEqual({
      kind: 'read',
      paths: [join(at.home, 'secret')],
      named: [at.path('out')],
    })
  })

  it("bug 32 bundled files: a readable skill's folder needs no approval, a single-file skill gives that file", async () => {
    using at = workspaceFixture()
    const file = join(at.home, 'skills/pdf/SKILL.md')
    at.files({
      [file]: '---\nname: pdf\n---\n',
      [join(at.home, 'skills/pdf/references/a.md')]: 'bundled',
    })
    const path = '~/skills/pdf/references/a.md'
    const folder = at.context({ readableSkills: [skillAt(file)] })
    expect((await readTool.run({ path }, folder)).text).toBe('1\tbundled')
    const single = at.context({ readableSkills: [skillAt(file, { singleFile: true })] })
    expect((await readTool.run({ path }, single)).ok).toBe(false)
    expect((await readTool.run({ path: '~/skills/pdf/SKILL.md' }, single)).ok).toBe(true)
  })

  it('ancestor B: reading the whole file of a skill activates it, a part of it does not', async () => {
    using at = workspaceFixture()
    const file = join(at.home, 'skills/pdf/SKILL.md')
    at.files({ [file]: '---\nname: pdf\n---\nbody\n' })
    const skill = skillAt(file)
    const context = at.context({ readableSkills: [skill], snapshot: snapshotOf([skill]) })
    const whole = await readTool.run({ path: file }, context)
    expect(whole.activate).toEqual({ name: 'pdf', route: 'read' })
    expect((await readTool.run({ path: file, limit: 2 }, context)).activate).toBeUndefined()
    const hidden = skillAt(file, { modelInvocable: false })
    const plain = at.context({ readableSkills: [hidden] })
    expect((await readTool.run({ path: file }, plain)).activate).toBeUndefined()
  })

  it("never opens Skillet's own state, approved or not", async () => {
    using at = workspaceFixture()
    at.files({ 'state/trust.json': '{}' })
    const access = { kind: 'read', paths: [at.path('state/trust.json')] } as const
    const context = at.context({ closedFolders: [at.path('state')], approved: { access } })
    expect((await readTool.run({ path: 'state/trust.json' }, context)).ok).toBe(false)
  })

  it.runIf(process.platform === 'linux')('leaks no handle in a thousand calls', async () => {
    using at = workspaceFixture()
    at.files({ a: 'text', b: Buffer.from([0]) })
    mkdirSync(at.path('folder'))
    const handles = (): number => readdirSync('/proc/self/fd').length
    await readTool.run({ path: 'a' }, at.context())
    const before = handles()
    const paths = ['a', 'b', 'folder', 'missing', '/etc/hostname']
    for (let call = 0; call < 1000; call += 1) {
      await readTool.run({ path: paths[call % paths.length] ?? 'a' }, at.context())
    }
    expect(handles()).toBeLessThanOrEqual(before + 2)
  })

  it('does not wait at a pipe that nobody writes to', async () => {
    using at = workspaceFixture()
    const { execFileSync } = await import('node:child_process')
    execFileSync('mkfifo', [at.path('pipe')])
    writeFileSync(at.path('x'), '')
    expect((await readTool.run({ path: 'pipe' }, at.context())).text).toContain('pipe')
  })
})
