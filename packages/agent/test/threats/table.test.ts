import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const page = join(root, 'docs/threats.md')

/** Each row of the page: its number, and the test files that it names. */
const rows = readFileSync(page, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const id = /^\| ([A-Z]\d+) \|/u.exec(line)?.[1]
    const files = Array.from(line.matchAll(/\]\(([^)]+\.test\.ts)\)/gu), ([, path = '']) => path)
    return id === undefined ? [] : [{ id, files }]
  })

/** The threats that the titles in a test file name. */
function namedIn(file: string): ReadonlySet<string> {
  const text = readFileSync(file, 'utf8')
  const titles = text.matchAll(/threats? ([A-Z]\d+(?:, [A-Z]\d+)*): /gu)
  return new Set(Array.from(titles, ([, ids = '']) => ids.split(', ')).flat())
}

function testFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFiles(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}

describe('the page of threats', () => {
  it('has each threat to the server, tools, repositories, settings and trust', () => {
    const wanted = [...range('S', 10), ...range('E', 9), ...range('T', 8)]
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(wanted))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  it.each(rows)('$id names files that carry it out', ({ id, files }) => {
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      expect([file, namedIn(join(dirname(page), file)).has(id)]).toEqual([file, true])
    }
  })
})

describe('the title of a test', () => {
  it('names no threat of these tables that the page does not have', () => {
    const known = new Set(rows.map(({ id }) => id))
    const named = testFiles(join(root, 'packages')).flatMap((file) => [...namedIn(file)])
    const unknown = named.filter((id) => /^[EST]/u.test(id) && !known.has(id))
    expect(unknown).toEqual([])
  })
})

function range(letter: string, last: number): readonly string[] {
  return Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)
}
