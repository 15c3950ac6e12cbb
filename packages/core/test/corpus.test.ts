/**
 * The parser over thousands of public `SKILL.md` files as their authors wrote them. They are not part
 * of this repository: `SKILLET_CORPUS` names a folder that holds them, and otherwise an archive is
 * looked for beside the checkout. Where there is neither, this suite is skipped.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseHead, parseSkill } from '../src/format/index.ts'
import { compareReaders, equalsWhole } from '../src/format/testing/compare.ts'

const archive = fileURLToPath(
  new URL('../../../../shared/data/real-skills.tar.xz', import.meta.url),
)
const folder = process.env['SKILLET_CORPUS']
const isThere = folder === undefined ? existsSync(archive) : existsSync(folder)
const headSize = 4096

/** Codes that may keep a real file from loading. Anything else would be a defect of the parser. */
const acceptedErrors = [
  'description/missing',
  'fence/missing',
  'fence/unclosed',
  'bytes/invalid-utf8',
]

interface RealFile {
  readonly location: string
  readonly bytes: Buffer
}

const title = isThere ? 'real files' : 'real files: none here, set SKILLET_CORPUS to their folder'

describe.skipIf(!isThere)(title, () => {
  let unpacked: string | undefined
  let files: readonly RealFile[] = []

  beforeAll(() => {
    unpacked = folder === undefined ? unpack() : undefined
    files = [...findSkillFiles(folder ?? unpacked ?? '')].map((location) => ({
      location,
      bytes: readFileSync(location),
    }))
  }, 300_000)

  afterAll(() => {
    if (unpacked !== undefined) rmSync(unpacked, { recursive: true })
  }, 300_000)

  test('each ends as a skill, or as invalid with one reason that says what to do', () => {
    const counts = new Map<string, number>()
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
    for (const { location, bytes } of files) {
      const { skill, diagnostics } = parseSkill(bytes, { location })
      const errors = diagnostics.filter(({ severity }) => severity === 'error')
      if (skill === undefined) {
        expect(errors.length, location).toBe(1)
        expect(acceptedErrors, location).toContain(errors[0]?.code)
        expect(errors[0]?.hint, location).toBeTruthy()
        count(`invalid: ${errors[0]?.code}`)
      } else {
        expect(errors, location).toEqual([])
        expect(skill.description, location).not.toBe('')
        count('loaded')
        if (diagnostics.some(({ code }) => code === 'yaml/rescued')) count('loaded: rescued')
        if (diagnostics.some(({ code }) => code === 'yaml/syntax')) count('loaded: a field dropped')
      }
    }
    console.info(`${files.length} real files`, Object.fromEntries(counts))
    expect(files.length).toBeGreaterThan(0)
    expect(counts.get('loaded') ?? 0).toBeGreaterThan(files.length * 0.97)
  }, 600_000)

  test('the same answer twice, and the head’s is the whole file’s', () => {
    for (const { location, bytes } of files) {
      const parsed = parseSkill(bytes, { location })
      expect(parseSkill(bytes, { location }), location).toEqual(parsed)
      const complete = bytes.length <= headSize
      const head = parseHead(bytes.subarray(0, headSize), { location, complete })
      expect(head.kind, location).toBe(parsed.skill === undefined ? 'invalid' : 'skill')
      if (head.kind === 'skill') expect(head.skill, location).toEqual(parsed.skill)
    }
  }, 600_000)

  test('the fast path gives what yaml gives, and blocks give what the whole gives', () => {
    let fast = 0
    let blocks = 0
    for (const { location, bytes } of files) {
      const text = frontmatterOf(bytes)
      const comparison = compareReaders(text)
      expect(comparison.difference, location).toBeUndefined()
      fast += comparison.fast
      blocks += comparison.blocks
      expect(equalsWhole(text), location).not.toBe(false)
    }
    console.info(`${fast} of ${blocks} blocks by the fast path`)
    expect(fast / blocks).toBeGreaterThan(0.99)
  }, 600_000)
})

function unpack(): string {
  const target = mkdtempSync(join(tmpdir(), 'skillet-corpus-'))
  execFileSync('tar', ['-xJf', archive, '-C', target])
  return target
}

function* findSkillFiles(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* findSkillFiles(path)
    else if (entry.name.toLowerCase() === 'skill.md') yield path
  }
}

/** Found in another way than the parser does, so that both are checked. */
function frontmatterOf(bytes: Buffer): string {
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
  const lines = text.split('\n')
  const isFence = (line: string) => line.replace(/[ \t]+$/, '') === '---'
  if (!isFence(lines[0] ?? '')) return ''
  const end = lines.findIndex((line, index) => index > 0 && isFence(line))
  return end === -1 ? '' : `${lines.slice(1, end).join('\n')}\n`
}
