import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../diagnostic.ts'
import { nodeDisk } from './disk.ts'
import { decidingRule, type IgnoreRules, parseIgnoreFile, readIgnoreFile } from './ignore-files.ts'
import { temporaryTree } from './temporary-tree.ts'

const silent = () => {}

function rulesOf(text: string, above?: IgnoreRules, prefix = ''): IgnoreRules {
  const rules = parseIgnoreFile(text, `/skills/${prefix}.gitignore`, silent)
  return { above, prefix: prefix.length, rules }
}

function ruleFor(rules: IgnoreRules, path: string) {
  const kind = path.endsWith('/') ? 'folder' : 'file'
  const relative = path.replace(/\/$/, '')
  const name = relative.split('/').at(-1) ?? ''
  return decidingRule(rules, { relative, name, kind })
}

const isIgnored = (text: string, path: string) => ruleFor(rulesOf(text), path) !== undefined

describe('an ignore file', () => {
  it.each([
    ['local', 'local/', true],
    ['local', 'deep/local/', true],
    ['/local', 'deep/local/', false],
    ['deep/local', 'deep/local/', true],
    ['deep/local', 'x/deep/local/', false],
    ['local/', 'local', false],
    ['local/', 'local/', true],
    ['# local', 'local/', false],
    ['\\#local', '#local/', true],
    ['\\!local', '!local/', true],
    ['local  ', 'local/', true],
    ['local\\ ', 'local /', true],
    ['local\t', 'local/', false],
    ['local\r\n', 'local/', true],
    ['*\n!keep', 'keep/', false],
    ['*\n!keep', 'drop/', true],
    ['!keep\n*', 'keep/', true],
    ['LOCAL', 'local/', false],
    ['/', 'a/', false],
    ['', 'a/', false],
  ])('%j on %s: %s', (text, path, expected) => {
    expect(isIgnored(text, path)).toBe(expected)
  })

  it('names the line of the rule that decides, comments and blank lines counted', () => {
    const rules = rulesOf('# drafts\n\nold-*\n\n!old-gold\nold-g*\n')
    expect(ruleFor(rules, 'old-gold/')).toEqual({
      file: '/skills/.gitignore',
      line: 6,
      pattern: 'old-g*',
    })
  })

  it('is overruled by one in a deeper folder', () => {
    const outer = rulesOf('draft\n')
    const inner = rulesOf('!draft\n', outer, 'team/')
    expect(ruleFor(inner, 'team/draft/')).toBeUndefined()
    expect(ruleFor(outer, 'other/draft/')?.line).toBe(1)
  })

  it('lets what is below a folder in again that a deeper file let in', () => {
    const outer = rulesOf('/team/draft/\n')
    const inner = rulesOf('!draft\n', outer, 'team/')
    expect(ruleFor(inner, 'team/draft/pdf/')).toBeUndefined()
  })

  it('skips a pattern of more than 256 characters and says where it stands', () => {
    const said: Diagnostic[] = []
    const text = `first\n${'x'.repeat(257)}\nlast\n`
    const rules = parseIgnoreFile(text, '/skills/.ignore', (diagnostic) => said.push(diagnostic))
    expect(rules.map((rule) => rule.pattern)).toEqual(['first', 'last'])
    expect(said).toMatchObject([
      { code: 'ignore/pattern', severity: 'warning', file: '/skills/.ignore' },
    ])
    expect(said[0]?.range?.start).toEqual({ line: 2, column: 1, offset: 6 })
  })

  it('of 100,000 lines counts up to a limit and says so', () => {
    const said: Diagnostic[] = []
    const text = '**/a/**/a/**/a/**/a/**/a/**/a/\n*a*a*a*a*a*\n'.repeat(50_000)
    const rules = parseIgnoreFile(text, '/skills/.ignore', (diagnostic) => said.push(diagnostic))
    expect(rules).toHaveLength(5000)
    expect(said.map((diagnostic) => diagnostic.code)).toEqual(['ignore/pattern'])
    const path = `${'a/'.repeat(100)}${'b'.repeat(200)}`
    expect(ruleFor({ above: undefined, prefix: 0, rules }, path)).toBeUndefined()
  })

  it('that is a link is not read, lest its lines show what another file holds', () => {
    using tree = temporaryTree({ 'secret.txt': 'the secret\n' })
    symlinkSync(tree.at('secret.txt'), tree.at('.gitignore'))
    const said: Diagnostic[] = []
    expect(readIgnoreFile(tree.at('.gitignore'), nodeDisk, (one) => said.push(one))).toEqual([])
    expect(said.map((diagnostic) => diagnostic.code)).toEqual(['ignore/pattern'])
    expect(JSON.stringify(said)).not.toContain('the secret')
  })

  it('decides as git does, line for line', () => {
    using tree = temporaryTree()
    const cases = fc.sample(fc.tuple(ignoreText(false), ignoreText(true)), {
      seed: 11,
      numRuns: 400,
    })
    const expected = gitAnswers(tree.at('oracle'), cases)
    for (const [index, [outer, inner]] of cases.entries()) {
      const above = rulesOf(outer)
      const below = rulesOf(inner, above, 'a/')
      const answers = paths.map((path) => answer(path, above, below))
      expect({ outer, inner, answers }).toEqual({ outer, inner, answers: expected[index] })
    }
  }, 60_000)
})

const paths = [
  'a',
  'b',
  '.a',
  'ab',
  '-',
  'b/a',
  'b/b',
  'a/a',
  'a/b',
  'a/b/a',
  'a/b/ab/b',
  'a/-/b',
  'b/a/b',
]

/** A few lines with everything that means something to git. */
function ignoreText(inside: boolean) {
  const part = fc.constantFrom(
    'a',
    'b',
    '*',
    '?',
    '**',
    '[ab]',
    '[!a]',
    '\\a',
    '/',
    '-',
    '[[:alpha:]-]',
    '.',
  )
  const line = fc
    .tuple(
      fc.constantFrom('', '', '!', '/'),
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('', '', '/', ' ', '\r'),
    )
    .map(([start, middle, end]) => start + middle.join('') + end)
    // Git takes `a**/b` for `a*/b` as it documents, but not where all before the stars is literal.
    .filter((text) => !/[^/*]\*\*/.test(text))
  return fc
    .array(line, { minLength: inside ? 0 : 1, maxLength: 4 })
    .map((lines) => `${lines.join('\n')}\n`)
}

/** The line that leaves the path, or a folder above it, out; `in` where none does. */
function answer(path: string, above: IgnoreRules, below: IgnoreRules): string {
  const names = path.split('/')
  for (const [index, name] of names.entries()) {
    const relative = names.slice(0, index + 1).join('/')
    const rules = relative.startsWith('a/') ? below : above
    const kind = relative === 'a' || index < names.length - 1 ? 'folder' : 'file'
    const rule = decidingRule(rules, { relative, name, kind })
    if (rule !== undefined)
      return `${rule.file.endsWith('/a/.gitignore') ? 'inner' : 'outer'} ${rule.line}`
  }
  return 'in'
}

/** Asks git about every path under every pair of ignore files, in one process. */
function gitAnswers(repository: string, cases: readonly (readonly [string, string])[]) {
  mkdirSync(repository)
  execFileSync('git', ['init', '-q', repository])
  for (const [index, [outer, inner]] of cases.entries()) {
    mkdirSync(join(repository, `${index}`, 'a'), { recursive: true })
    writeFileSync(join(repository, `${index}`, '.gitignore'), outer)
    writeFileSync(join(repository, `${index}`, 'a', '.gitignore'), inner)
  }
  const input = cases.flatMap((_, index) => paths.map((path) => `${index}/${path}\0`)).join('')
  const command = ['-C', repository, 'check-ignore', '--no-index', '--stdin', '-z', '-v', '-n']
  const fields = execFileSync('git', command, { input, maxBuffer: 2 ** 26 })
    .toString()
    .split('\0')
  return cases.map((_, index) =>
    paths.map((_, place) => {
      const at = (index * paths.length + place) * 4
      const [file = '', line = '', pattern = ''] = fields.slice(at, at + 3)
      if (file === '' || pattern.startsWith('!')) return 'in'
      return `${file.endsWith('/a/.gitignore') ? 'inner' : 'outer'} ${line}`
    }),
  )
}
