import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLibrary } from './open.ts'
import { skillText, type TestFolder, testFolder } from './test-folder.ts'
import { describeTrust, digestSkill, readTrust, trustProject, trustRoot } from './trust/index.ts'

vi.mock('./trust/digest.ts', async (original) => {
  const real = await original<typeof import('./trust/digest.ts')>()
  return { ...real, digestSkill: vi.fn(real.digestSkill) }
})

let folder: TestFolder
beforeEach(() => {
  folder = testFolder({ 'repo/.agents/skills/a/SKILL.md': skillText('a') })
})
afterEach(() => folder[Symbol.dispose]())

test.each([
  ['mine', 0],
  ['until-changed', 1],
] as const)('trusted as %s, an activation hashes the folder %i times', async (answer, times) => {
  const store = readTrust({ state: folder.at('state') })
  const library = await openLibrary({ cwd: folder.repo, home: folder.home, trust: store })
  const root = trustRoot({ cwd: folder.repo })
  const shown = describeTrust({ snapshot: library.snapshot, root, store })
  await trustProject({ snapshot: library.snapshot, root, store, answer, shown: shown.digest })
  await library.reload()
  vi.mocked(digestSkill).mockClear()
  await library.activate('a', { route: 'user' })
  expect(digestSkill).toHaveBeenCalledTimes(times)
})
