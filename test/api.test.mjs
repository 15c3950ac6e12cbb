import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { claimsOf, faultsOf } from '../scripts/api/examples.mjs'
import { gapsOf } from '../scripts/api/gaps.mjs'
import { entries, pagesOf, readEntries, root } from '../scripts/api.mjs'

const read = readEntries(root, entries)

describe('the docstrings of everything that the packages export', () => {
  it('say what it is; those of functions also what goes in, comes out and is thrown', () => {
    expect(gapsOf(read)).toEqual([])
  })

  it('have examples that type-check', () => {
    expect(faultsOf(root, read)).toEqual([])
  }, 60_000)

  it.each(claimsOf(read))(
    'the example of $name in $entry.name gives $value',
    async ({ entry, code, value }) => {
      const exported = await import(entry.name)
      expect(evaluate(code, exported)).toEqual(evaluate(`(${value})`, {}))
    },
  )
})

describe('docs/api/', () => {
  it.each(pagesOf(read))('$file is what `npm run api` writes', ({ file, text }) => {
    const committed = join(root, 'docs/api', file)
    expect(existsSync(committed) ? readFileSync(committed, 'utf8') : '').toBe(text)
  })

  it.each(pagesOf(read))('the links of $file lead to a heading that is there', ({ text }) => {
    const headings = (page) =>
      [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title.toLowerCase())
    const pages = new Map(pagesOf(read).map((page) => [page.file, headings(page.text)]))
    const targets = [...text.matchAll(/\]\(([\w-]*(?:\.md)?)#([\w-]+)\)/g)]
    for (const [, page, anchor] of targets) {
      expect(page ? pages.get(page) : headings(text), `${page}#${anchor}`).toContain(anchor)
    }
  })
})

/** The value of the last statement. */
function evaluate(code, exported) {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2023 },
  })
  return runInNewContext(outputText, { ...exported })
}
