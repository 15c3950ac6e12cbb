import { describe, expect, it } from 'vitest'
import type { Message, StoredActivation } from '../../store/index.ts'
import { activeSkills, sameText } from './active-skills.ts'

const message = (id: string, dropped: readonly string[] = []): Message => ({
  id,
  role: 'user',
  createdAt: 0,
  parts: dropped.map((name) => ({ type: 'skill-dropped', name, location: `/${name}` })),
})

const activation = (
  messageId: string,
  name: string,
  rest: Partial<StoredActivation> = {},
): StoredActivation => ({
  messageId,
  name,
  location: `/${name}`,
  hash: name,
  arguments: '',
  route: 'user',
  boundary: messageId,
  instructions: `text of ${name}`,
  tokens: 1,
  tools: [],
  ...rest,
})

const names = (messages: readonly Message[], activations: readonly StoredActivation[]) =>
  activeSkills(messages, activations).map(({ name }) => name)

describe('active skills', () => {
  it('stay active in later messages, the newest last', () => {
    const given = [activation('1', 'a'), activation('2', 'b'), activation('3', 'a')]
    expect(names([message('1'), message('2'), message('3')], given)).toEqual(['b', 'a'])
  })

  it('end with the message that drops them, and may come back', () => {
    const given = [activation('1', 'a'), activation('3', 'a')]
    expect(names([message('1'), message('2', ['a'])], given)).toEqual([])
    expect(names([message('1'), message('2', ['a']), message('3')], given)).toEqual(['a'])
  })

  it('are those of the messages that remain: undo needs no book-keeping', () => {
    expect(names([message('1')], [activation('1', 'a'), activation('2', 'b')])).toEqual(['a'])
    expect(names([{ ...message('1'), state: 'unsent' }], [activation('1', 'a')])).toEqual([])
  })

  it('loaded by the model have no section, and keep the one that a person gave them', () => {
    const model = activation('2', 'a', { route: 'model' })
    expect(activeSkills([message('2')], [model])[0]?.section).toBeUndefined()
    const both = activeSkills([message('1'), message('2')], [activation('1', 'a'), model])
    expect(both[0]).toMatchObject({ section: { messageId: '1' }, latest: { messageId: '2' } })
  })
})

describe('the same text', () => {
  it('bug 63 repeated injection: only boundary and route may differ', () => {
    const one = { boundary: 'aa', instructions: '--- aa by you\nBody\n--- End aa' }
    const two = { boundary: 'bb', instructions: '--- bb by model\nBody\n--- End bb' }
    expect(sameText(one, two)).toBe(true)
    expect(sameText(one, { ...two, instructions: '--- bb\nOther\n--- End bb' })).toBe(false)
  })
})
