import { describe, expect, it } from 'vitest'
import { testSkill } from '../test-skill/index.ts'
import { countStates, matching, readView, type SkillsView, viewAddress } from './filter.ts'

const all = [
  testSkill('review', { description: 'All about review' }),
  testSkill('deploy', { state: 'untrusted' }),
  testSkill('审查', { state: 'invalid', description: '检查代码' }),
]

describe('the filter in the address', () => {
  it('comes back as it was written', () => {
    const view: SkillsView = {
      states: ['untrusted', 'invalid'],
      text: 'a & b=c 审查',
      skill: '/a b/SKILL.md',
      tab: 'why',
      catalogue: { cut: 'omitted', conversation: 'c', message: 'm', step: 2 },
    }
    const query = new URLSearchParams(viewAddress(view).split('?')[1])
    expect(readView(query)).toEqual(view)
  })

  it('is the same in whatever order states were chosen', () => {
    const address = viewAddress({ states: ['invalid', 'loaded'], text: '' })
    expect(address).toBe(viewAddress({ states: ['loaded', 'invalid'], text: '' }))
  })

  it('is nothing where nothing is chosen', () => {
    expect(viewAddress({ states: [], text: '' })).toBe('/skills')
  })

  it('leaves out what it does not know', () => {
    const query = new URLSearchParams('state=loaded,nonsense&catalogue=x&step=y')
    expect(readView(query)).toEqual({ states: ['loaded'], text: '' })
  })
})

describe('the entries of a filter', () => {
  it('are all where nothing is chosen', () => {
    expect(matching(all, { states: [], text: ' ' })).toBe(all)
  })

  it('are of the chosen states', () => {
    const names = matching(all, { states: ['untrusted', 'invalid'], text: '' })
    expect(names.map(({ name }) => name)).toEqual(['deploy', '审查'])
  })

  it('hold every word, whatever its case and width', () => {
    expect(matching(all, { states: [], text: 'ABOUT ＲＥＶ' })).toEqual([all[0]])
    expect(matching(all, { states: [], text: '检查' })).toEqual([all[2]])
    expect(matching(all, { states: [], text: 'review deploy' })).toEqual([])
  })

  it('are those whose names a catalogue gave', () => {
    expect(matching(all, { states: [], text: '' }, new Set(['deploy']))).toEqual([all[1]])
  })
})

it('counts each state, those without entries too', () => {
  expect(countStates(all)).toEqual({
    loaded: 1,
    shadowed: 0,
    untrusted: 1,
    disabled: 0,
    invalid: 1,
    ignored: 0,
  })
})
