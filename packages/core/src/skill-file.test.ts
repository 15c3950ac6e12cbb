import { expect, test } from 'vitest'
import { parseSkill } from './format/index.ts'
import { isMarkdownName, isSkillFileName } from './skill-file.ts'

test.each(['SKILL.md', 'skill.md', 'Skill.MD', 'sKiLl.mD'])('%s is a skill’s file', (name) => {
  expect(isSkillFileName(name)).toBe(true)
})

// Dotless i, long s, the Kelvin sign and full-width letters fold to ASCII in one direction or other.
test.each([
  'SKıLL.md',
  'ſKILL.md',
  'S\u212AILL.md',
  'ＳＫＩＬＬ.md',
  'SKILL.md ',
  'SKILLS.md',
  'SKILL',
])('%s is none, and its folder is not the skill’s own', (name) => {
  expect(isSkillFileName(name)).toBe(false)
  const text = '---\ndescription: A text.\n---\n'
  expect(parseSkill(text, { location: `/s/pdf/${name}` }).skill?.singleFile).toBe(true)
})

test('Markdown ends in .md', () => {
  expect(['a.md', 'A.MD', '.md', 'a.mdx', 'amd'].map(isMarkdownName)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
