import { expect, test } from 'vitest'
import { skillNamed } from '../activation/test-skill.ts'
import type { Skill } from '../skill.ts'
import { isSameSkill } from './same.ts'

const skill = skillNamed('a')

test('a skill is the same as one with the same fields, and as none other', () => {
  expect(isSameSkill(skill, { ...skill })).toBe(true)
  expect(isSameSkill(undefined, undefined)).toBe(true)
  expect(isSameSkill(skill, undefined)).toBe(false)
  expect(isSameSkill(undefined, skill)).toBe(false)
})

const others: Required<Omit<Skill, never>> = {
  name: 'b',
  description: 'x',
  location: '/x',
  directory: '/x',
  realPath: '/x',
  source: { ...skill.source, scope: 'project' },
  singleFile: true,
  tools: ['read'],
  allowedTools: ['Read'],
  model: 'm',
  arguments: [{ name: 'n' }],
  argumentHint: '<n>',
  hooks: { onError: 'x' },
  modelInvocable: false,
  userInvocable: false,
  license: 'MIT',
  compatibility: 'x',
  metadata: { a: 'b' },
  extra: { a: 'b' },
}

test.each(Object.keys(others))('%s counts', (field) => {
  const changed = {
    ...skill,
    ...Object.fromEntries(Object.entries(others).filter(([key]) => key === field)),
  }
  expect(isSameSkill(skill, changed)).toBe(false)
})
