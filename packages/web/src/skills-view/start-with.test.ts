import type { SkillEntry } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { startWith } from './start-with.ts'

const entry = (name: string, over: Partial<SkillEntry> = {}): SkillEntry => ({
  path: `/skills/${name}/SKILL.md`,
  name,
  callableAs: name,
  description: '',
  scope: 'builtin',
  client: 'skillet',
  state: 'loaded',
  reason: '',
  modelInvocable: true,
  userInvocable: true,
  arguments: [],
  tools: [],
  errors: 0,
  warnings: 0,
  ...over,
})

const names = (entries: readonly SkillEntry[], isNewcomer: boolean) =>
  startWith(entries, isNewcomer).map(({ name }) => name)

describe('the skills to start with', () => {
  const all = ['a', 'b', 'c', 'tour'].map((name) => entry(name))

  it('begin with the tour where there is no conversation yet', () => {
    expect(names(all, true)).toEqual(['tour', 'a', 'b'])
    expect(names(all, false)).toEqual(['a', 'b', 'c'])
  })

  it('are those that a person can call, and the tour is the built-in one', () => {
    const others = [entry('a', { state: 'disabled' }), entry('b', { userInvocable: false })]
    expect(names([...others, entry('c'), entry('tour', { scope: 'user' })], true)).toEqual([
      'c',
      'tour',
    ])
  })
})
