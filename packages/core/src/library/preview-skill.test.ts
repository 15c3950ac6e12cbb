import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLibrary } from './open.ts'
import { previewSkill } from './preview-skill.ts'
import { skillText, type TestFolder, testFolder } from './test-folder.ts'

const boundary = '0123456789abcdef0123456789abcdef'
const file = 'repo/.agents/skills/pay/SKILL.md'
let folder: TestFolder
beforeEach(() => {
  const body = `Pay $ARGUMENTS in $${'{CLAUDE_PROJECT_DIR}'}.`
  folder = testFolder({
    [file]: skillText('pay', 'argument-hint: <amount>', body),
    'repo/.agents/skills/pay/rates.csv': '1,2\n',
    'repo/deep/notes.txt': '',
  })
})
afterEach(() => folder[Symbol.dispose]())

/** @param meanwhile what happens between reading the library and looking at the skill */
async function preview(meanwhile: () => void = () => {}) {
  const cwd = folder.at('repo/deep')
  const { snapshot } = await openLibrary({ cwd, home: folder.home })
  const entry = snapshot.entries.find(({ path }) => path === folder.at(file))
  if (entry?.skill === undefined) throw new Error('There is no skill to look at.')
  meanwhile()
  return { entry, ...(await previewSkill(entry.skill, snapshot, { cwd, boundary })) }
}

test('shows a skill that is not trusted: its files, and its text with the hint in place', async () => {
  const { entry, files, resourceCount, activation, diagnostics } = await preview()
  expect(entry.state).toBe('untrusted')
  expect(files).toEqual([
    { path: 'SKILL.md', size: expect.any(Number) },
    { path: 'rates.csv', size: 4 },
  ])
  expect(resourceCount).toBe(1)
  expect(activation?.body).toBe(`Pay <amount> in ${folder.repo}.`)
  expect(activation?.instructions).toContain(boundary)
  expect(diagnostics).toEqual([])
})

test('repeats nothing that its entry says', async () => {
  folder.write({ [file]: skillText('pay', 'disable-model-invocation: perhaps') })
  const { entry, diagnostics } = await preview()
  expect(entry.diagnostics.map(({ code }) => code)).toContain('flags/unreadable')
  expect(diagnostics).toEqual([])
})

test('gives no text of a file that holds no skill any more, and says why', async () => {
  const { activation, files, diagnostics } = await preview(() =>
    folder.write({ [file]: '---\nname: pay\n---\nBody.\n' }),
  )
  expect(activation).toBeUndefined()
  expect(files).toHaveLength(2)
  expect(diagnostics).toMatchObject([{ severity: 'error' }])
})
