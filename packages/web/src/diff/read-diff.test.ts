import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffSize, readDiff } from './index.ts'

const diff = `--- a/fence.ts
+++ b/fence.ts
@@ -1,3 +1,4 @@
 const fence = '---'
-const open = 1
+const open = 2
+const close = 3
 done()
\\ No newline at end of file
`

describe('reading a unified diff', () => {
  it('numbers the lines before and after', () => {
    expect(readDiff(diff)).toEqual([
      { kind: 'file', text: '--- a/fence.ts' },
      { kind: 'file', text: '+++ b/fence.ts' },
      { kind: 'hunk', text: '@@ -1,3 +1,4 @@' },
      { kind: 'same', text: "const fence = '---'", before: 1, after: 1 },
      { kind: 'del', text: 'const open = 1', before: 2 },
      { kind: 'add', text: 'const open = 2', after: 2 },
      { kind: 'add', text: 'const close = 3', after: 3 },
      { kind: 'same', text: 'done()', before: 3, after: 4 },
      { kind: 'note', text: '\\ No newline at end of file' },
    ])
    expect(diffSize(diff)).toEqual({ added: 2, removed: 1 })
  })

  it('a removed fence line is no heading of a file', () => {
    const lines = readDiff('--- a\n+++ b\n@@ -1,2 +1 @@\n--- \n-++ x\n+++ y\n')
    expect(lines.map(({ kind }) => kind)).toEqual(['file', 'file', 'hunk', 'del', 'del', 'add'])
  })

  it('shows what it cannot place as it stands', () => {
    expect(readDiff('Binary files differ')).toEqual([{ kind: 'file', text: 'Binary files differ' }])
  })

  it('loses no line, and counts as the diff was made', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '', '---', '+++ x', '@@ -1 +1 @@'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const made = createTwoFilesPatch('a', 'b', before.join('\n'), after.join('\n'))
        const lines = readDiff(made)
        const sign = { add: '+', del: '-', same: ' ', file: '', hunk: '', note: '' } as const
        expect(`${lines.map(({ kind, text }) => sign[kind] + text).join('\n')}\n`).toBe(made)
        const size = diffSize(made)
        expect(size.added - size.removed).toBe(lengthOf(after) - lengthOf(before))
      }),
    )
  })
})

/** Lines as a diff counts them: nothing has none, and what follows a last line break is none. */
function lengthOf(lines: readonly string[]): number {
  const text = lines.join('\n')
  if (text === '') return 0
  return text.replace(/\n$/u, '').split('\n').length
}
