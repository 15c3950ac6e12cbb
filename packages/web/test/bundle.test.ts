import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
let folder: string
let page: string
let files: ReadonlyMap<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillet-page-'))
  const root = fileURLToPath(new URL('..', import.meta.url))
  const vite = fileURLToPath(import.meta.resolve('vite/package.json')).replace(
    /package\.json$/,
    'bin/vite.js',
  )
  const words = [vite, 'build', root, '--outDir', folder, '--logLevel', 'error']
  // The tests' own mode would build React with everything that helps its developers.
  await run(process.execPath, words, { env: { ...process.env, NODE_ENV: 'production' } })
  const names = await readdir(join(folder, 'assets'))
  files = new Map(
    await Promise.all(
      names.map(
        async (name) => [name, await readFile(join(folder, 'assets', name), 'utf8')] as const,
      ),
    ),
  )
  page = await readFile(join(folder, 'index.html'), 'utf8')
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the built page', () => {
  test('begins with the words that the server fills', () => {
    expect(page).toContain('<html lang="en" data-theme="system">')
  })

  test('has no script and no style of its own, so that its policy can forbid them', () => {
    expect(page.match(/<script\b[^>]*>/g)?.every((tag) => / src="\/assets\//.test(tag))).toBe(true)
    expect(page).toMatch(/<script\b[^>]*><\/script>/)
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })

  test('asks nobody else for anything', () => {
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    for (const [name, text] of files)
      if (name.endsWith('.css')) expect(text).not.toMatch(/url\(|@import/)
  })

  test('runs no text as a program', () => {
    for (const [name, text] of files) expect(text, name).not.toMatch(/\beval\(|new Function\(/)
  })

  test('has of the contract only its figures: no schema runs in the page', () => {
    for (const [name, text] of files) expect(text, name).not.toContain('ZodError')
  })

  test('names its files after their content, so that they can be kept for good', () => {
    for (const name of files.keys()) expect(name).toMatch(/-[\w-]{8}\.\w+$/)
  })

  test('loads at most 300 KB of script, compressed, before it shows something', () => {
    const first = atOnce(page)
    const sizes = first.map((name) => gzipSync(files.get(name) ?? '').length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300 * 1024)
    expect(first.some((name) => name.startsWith('highlight'))).toBe(false)
  })
})

/** The scripts that the page loads at once: the one that it names, and what that imports. */
function atOnce(html: string): readonly string[] {
  const found = new Set(html.match(/(?<=\/assets\/)[\w-]+\.js/g))
  for (const name of found)
    for (const imported of files.get(name)?.match(/(?<=(?:from|import)\s*["'`]\.\/)[\w-]+\.js/g) ??
      [])
      found.add(imported)
  return [...found]
}
