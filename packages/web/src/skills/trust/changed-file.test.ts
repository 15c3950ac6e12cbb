import { expect, it } from 'vitest'
import { changedFile } from './changed-file.ts'

const skill = (path: string) => ({
  path,
  name: '',
  description: '',
  files: [],
  scripts: [],
  hooks: [],
  tools: [],
  allowedTools: [],
  findings: [],
})
const question = {
  root: '/home/ada/site',
  skills: [
    skill('/home/ada/site/.agents/skills/ship/SKILL.md'),
    skill('/home/ada/site/.agents/skills/shipping/SKILL.md'),
  ],
}

it('finds the skill whose folder a changed file is in', () => {
  expect(changedFile('.agents/skills/shipping/scripts/go.sh', question)).toEqual({
    skill: '/home/ada/site/.agents/skills/shipping/SKILL.md',
    file: 'scripts/go.sh',
  })
})

it('knows nothing of a file whose skill is gone', () => {
  expect(changedFile('.agents/skills/gone/SKILL.md', question)).toBeUndefined()
})
