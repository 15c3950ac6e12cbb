import type { SkilletMessage } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { argumentsOf, sentOf, textToCopy, typedOf } from './parts-of.ts'

const message = (
  parts: SkilletMessage['parts'],
  role: 'user' | 'assistant' = 'user',
): SkilletMessage => ({
  id: 'm',
  role,
  parts,
})
const text = (value: string) => ({ type: 'text', text: value }) as const

describe("a person's message", () => {
  it('bug 67 titles, previews, history: an edit begins with what was typed, never with what was sent', () => {
    const typed = sentOf(
      message([
        { type: 'data-skill', data: { name: 'a', location: '/a', typed: '/a ' } },
        text('why is the build red'),
      ]),
    )
    expect(typedOf(typed)).toBe('/a why is the build red')
  })

  it('bug 60 empty text with a skill: a chip alone has no text', () => {
    const sent = sentOf(message([{ type: 'data-skill', data: { name: 'a', location: '/a' } }]))
    expect(typedOf(sent)).toBe('')
    expect(sent.skill?.name).toBe('a')
  })

  it('shows the fields that were filled in, in order', () => {
    expect(argumentsOf({ name: 'a', arguments: ['main', '', 'fast'] })).toBe('main fast')
    expect(argumentsOf({ name: 'a', arguments: 'as typed' })).toBe('as typed')
    expect(argumentsOf({ name: 'a' })).toBe('')
  })

  it('is copied as one would type it', () => {
    const picked = message([
      { type: 'data-skill', data: { name: 'review', arguments: ['main'] } },
      text('please'),
    ])
    expect(textToCopy(picked)).toBe('/review main please')
  })
})

it('an answer is copied as its texts alone', () => {
  const answer = message(
    [text('One '), { type: 'step-start' }, text(' '), text('Two')],
    'assistant',
  )
  expect(textToCopy(answer)).toBe('One\n\nTwo')
})
