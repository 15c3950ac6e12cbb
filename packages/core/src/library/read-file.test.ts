import { Buffer } from 'node:buffer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FoundCandidate } from '../discovery/index.ts'
import { openLibrary } from './open.ts'
import { knownFiles, readFile } from './read-file.ts'
import { skillText, type TestFolder, testFolder } from './test-folder.ts'

let folder: TestFolder
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => folder[Symbol.dispose]())

const openFence = Buffer.from(`---\nname: long\ndescription: ${'x'.repeat(5000)}`)

const head = { bytes: openFence.subarray(0, 4096), size: openFence.length, complete: false }
const nothingKnown = knownFiles([], 0)

function candidate(path: string): FoundCandidate {
  const root = folder.at('skills')
  return {
    path,
    realPath: path,
    root: {
      path: root,
      realPath: root,
      scope: 'user',
      client: 'agents',
      layout: 'agent-skills',
      origin: 'client',
    },
    singleFile: false,
    diagnostics: [],
  }
}

describe('a frontmatter that is longer than the head', () => {
  test('is read on', () => {
    folder.write({ 'skills/long/SKILL.md': `${openFence.toString()}\n---\nBody\n` })
    const read = readFile(candidate(folder.at('skills/long/SKILL.md')), head, nothingKnown)
    expect(read?.skill?.description).toHaveLength(5000)
  })

  test('and goes on for ever is too long', () => {
    folder.write({ 'skills/long/SKILL.md': openFence.toString().padEnd(40_000, 'x') })
    const read = readFile(candidate(folder.at('skills/long/SKILL.md')), head, nothingKnown)
    expect(read?.skill).toBeUndefined()
    expect(read?.diagnostics).toMatchObject([{ code: 'bytes/too-large', severity: 'error' }])
  })

  test('of a file that went meanwhile is a failure of this file alone', () => {
    const path = folder.at('skills/long/SKILL.md')
    const read = readFile(candidate(path), head, nothingKnown)
    expect(read).toMatchObject({ name: 'long' })
    expect(read?.skill).toBeUndefined()
    expect(read?.diagnostics).toMatchObject([
      { code: 'walk/unreadable', severity: 'error', file: path },
    ])
    expect(read?.diagnostics[0]?.message).toContain('ENOENT')
  })
})

test('what the search says of a file and what its text says are both kept', async () => {
  folder.write({ 'home/.agents/skills/a/skill.md': skillText('b') })
  const library = await openLibrary({ cwd: folder.repo, home: folder.home })
  const [entry] = library.snapshot.entries
  expect(entry).toMatchObject({ name: 'b', state: 'loaded' })
  expect(entry?.diagnostics.map(({ code }) => code)).toEqual(['walk/case', 'name/directory'])
})
