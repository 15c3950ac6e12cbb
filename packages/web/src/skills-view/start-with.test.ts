import type { SkillEntry } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { testSkill } from '../test-skill/index.ts'
import { startWith } from './start-with.ts'

const names = (entries: readonly SkillEntry[], isNewcomer: boolean) =>
  startWith(entries, isNewcomer).map(({ name }) => name)

describe('the skills to start with', () => {
  const all = ['a', 'b', 'c', 'tour'].map((name) => testSkill(name, { scope: 'builtin' }))

  it('begin with the tour where there is no conversation yet', () => {
    expect(names(all, true)).toEqual(['tour', 'a', 'b'])
    expect(names(all, false)).toEqual(['a', 'b', 'c'])
  })

  it('are those that a person can call, and the tour is the built-in one', () => {
    const others = [testSkill('a', { state: 'disabled' }), testSkill('b', { userInvocable: false })]
    expect(names([...others, testSkill('c'), testSkill('tour')], true)).toEqual(['c', 'tour'])
  })
})
