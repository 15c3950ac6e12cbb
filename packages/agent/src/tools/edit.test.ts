import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyReplacements } from './apply-replacements.ts'
import { editTool } from './edit.ts'
import { workspaceFixture } from './workspace-fixture.ts'

describe('edit', () => {
  it('replaces exactly and returns a unified diff', async () => {
    using at = workspaceFixture()
    at.files({ 'a.ts': 'let a = 1\nlet b = 2\n' })
    const edits = [{ oldText: 'b = 2', newText: 'b = 3' }]
    const { ok, text, diff } = await editTool.run({ path: 'a.ts', edits }, at.context())
    expect({ ok, text }).toEqual({ ok: true, text: 'Changed 1 place in a.ts.' })
    expect(diff).toBe(
      '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n let a = 1\n-let b = 2\n+let b = 3\n',
    )
  })

  it('takes one replacement without a list, as many models write it', async () => {
    using at = workspaceFixture()
    at.files({ a: 'x' })
    expect(
      (await editTool.run({ path: 'a', oldText: 'x', newText: '$&$1' }, at.context())).ok,
    ).toBe(true)
    expect(readFileSync(at.path('a'), 'utf8')).toBe('$&$1')
  })

  it('makes all edits of a call or none', async () => {
    using at = workspaceFixture()
    at.files({ a: 'one two' })
    const edits = [
      { oldText: 'one', newText: '1' },
      { oldText: 'three', newText: '3' },
    ]
    const failed = await editTool.run({ path: 'a', edits }, at.context())
    expect(failed.text).toContain('a: The oldText of edit 2 does not occur.')
    expect(readFileSync(at.path('a'), 'utf8')).toBe('one two')
  })

  it('wants the text to be unique, and names the lines where it is not', () => {
    const twice = applyReplacements('x\ny\nx\n', [{ oldText: 'x', newText: 'z', all: false }])
    expect(twice).toMatchObject({
      ok: false,
      reason: expect.stringContaining('2 times (lines 1, 3)'),
    })
    const all = applyReplacements('x\ny\nx\n', [{ oldText: 'x', newText: 'z', all: true }])
    expect(all).toEqual({ ok: true, text: 'z\ny\nz\n', count: 2 })
  })

  it('says where the same words stand with other blanks', () => {
    const missed = applyReplacements('if (a) {\n\treturn\n}\n', [
      { oldText: '    return', newText: '', all: false },
    ])
    expect(missed).toMatchObject({ reason: expect.stringContaining('Line 2 has the same words') })
  })

  it('refuses edits that overlap, that are empty, or that change nothing', () => {
    const edit = (oldText: string, newText: string) => ({ oldText, newText, all: false })
    expect(applyReplacements('abc', [edit('ab', 'x'), edit('bc', 'y')])).toMatchObject({
      ok: false,
    })
    expect(applyReplacements('abc', [edit('', 'x')])).toMatchObject({ ok: false })
    expect(applyReplacements('abc', [edit('a', 'a')])).toMatchObject({ ok: false })
    expect(applyReplacements('abc', [])).toMatchObject({ ok: false })
  })

  it('bug 10 CRLF: keeps the line ends and the mark of a file saved on Windows', async () => {
    using at = workspaceFixture()
    at.files({ a: '\uFEFFone\r\ntwo\r\nthree\r\n' })
    const edits = [{ oldText: 'one\ntwo', newText: 'eins\nzwei\nzweieinhalb' }]
    expect((await editTool.run({ path: 'a', edits }, at.context())).ok).toBe(true)
    expect(readFileSync(at.path('a'), 'utf8')).toBe(
      '\uFEFFeins\r\nzwei\r\nzweieinhalb\r\nthree\r\n',
    )
  })

  it('leaves every line end alone that it does not replace, in a file that mixes them', () => {
    const text = 'a\r\nb\nc\r\nd\r\n'
    const applied = applyReplacements(text, [{ oldText: 'b\nc', newText: 'B\nC', all: false }])
    expect(applied).toEqual({ ok: true, text: 'a\r\nB\r\nC\r\nd\r\n', count: 1 })
    const last = applyReplacements(text, [{ oldText: 'd\n', newText: '', all: false }])
    expect(last).toEqual({ ok: true, text: 'a\r\nb\nc\r\n', count: 1 })
  })

  it('keeps UTF-16, and refuses bytes that are no text', async () => {
    using at = workspaceFixture()
    const wide = Buffer.from('\uFEFFone two', 'utf16le')
    at.files({ le: wide, be: Buffer.from(wide).swap16(), raw: Buffer.from([0x61, 0xff, 0x62]) })
    const edits = [{ oldText: 'two', newText: '二' }]
    for (const path of ['le', 'be']) {
      expect((await editTool.run({ path, edits }, at.context())).ok).toBe(true)
    }
    expect(readFileSync(at.path('le')).toString('utf16le')).toBe('\uFEFFone 二')
    expect(readFileSync(at.path('be')).swap16().toString('utf16le')).toBe('\uFEFFone 二')
    const raw = await editTool.run({ path: 'raw', oldText: 'a', newText: 'é' }, at.context())
    expect(raw.ok).toBe(false)
    expect(raw.text).toContain('is not UTF-8 or UTF-16 text')
    expect(readFileSync(at.path('raw'))).toEqual(Buffer.from([0x61, 0xff, 0x62]))
  })

  it('replaces plain text in an older encoding, and leaves every other byte as it is', async () => {
    using at = workspaceFixture()
    const latin = Buffer.from('caf\xe9 = 1\r\nna\xefve = 2\r\n', 'latin1')
    at.files({ latin, binary: Buffer.from([0x61, 0xff, 0]) })
    const edits = [{ oldText: '= 1\n', newText: '= 10\n// new\n' }]
    expect((await editTool.run({ path: 'latin', edits }, at.context())).ok).toBe(true)
    expect(readFileSync(at.path('latin'), 'latin1')).toBe(
      'caf\xe9 = 10\r\n// new\r\nna\xefve = 2\r\n',
    )
    const binary = { path: 'binary', oldText: 'a', newText: 'b' }
    expect((await editTool.run(binary, at.context())).ok).toBe(false)
  })

  it('threat E5: refuses an edit whose file changed since the diff was shown', async () => {
    using at = workspaceFixture()
    at.files({ a: 'one\n' })
    const input = { path: 'a', edits: [{ oldText: 'one', newText: 'two' }] }
    const shown = await editTool.preview?.(input, at.context())
    expect(shown?.diff).toContain('+two')
    at.files({ a: 'one\nmore\n' })
    const approved = {
      access: editTool.access(input, at.context()),
      baseHash: shown?.baseHash ?? '',
    }
    expect(await editTool.run(input, at.context({ approved }))).toMatchObject({
      ok: false,
      stale: true,
    })
    expect(readFileSync(at.path('a'), 'utf8')).toBe('one\nmore\n')
  })

  it('shows the diff of a file outside the workspace before anybody approved it', async () => {
    using at = workspaceFixture()
    at.files({ [`${at.home}/out.txt`]: 'one\n' })
    const input = { path: '~/out.txt', oldText: 'one', newText: 'two' }
    expect((await editTool.preview?.(input, at.context()))?.diff).toContain('+two')
    expect((await editTool.run(input, at.context())).ok).toBe(false)
  })

  it('law: replacing a unique text and putting it back gives the same bytes', () => {
    const piece = fc.stringMatching(/^[ab\r\n ]{0,12}$/u)
    fc.assert(
      fc.property(piece, piece, (before, after) => {
        const text = `${before}[unique]${after}`
        const there = applyReplacements(text, [
          { oldText: '[unique]', newText: '<other>', all: false },
        ])
        if (!there.ok) throw new Error(there.reason)
        const back = applyReplacements(there.text, [
          { oldText: '<other>', newText: '[unique]', all: false },
        ])
        expect(back).toMatchObject({ text })
      }),
    )
  })
})
