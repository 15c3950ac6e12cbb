import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { usePage } from '../../state/index.ts'
import { testSkill } from '../../test-skill/index.ts'
import {
  arrived,
  changeDraft,
  draftOf,
  fillComposer,
  firstOnItsWay,
  markChanged,
  takeBack,
  takeDraft,
  toggleDrop,
  writeDrafts,
} from './store.ts'
import { type Draft, emptyDraft } from './types.ts'

const kept = new Map<string, string>()
let takes = true
const keptText = (id: string): string | undefined => {
  const written: unknown = JSON.parse(kept.get(`skillet.draft.${id}`) ?? 'null')
  return typeof written === 'object' && written !== null && 'text' in written
    ? String(written.text)
    : undefined
}

/** Each test writes in a conversation of its own: drafts live as long as the page. */
let id = ''
let conversations = 0
beforeEach(() => {
  id = `c${conversations++}`
  takes = true
  kept.clear()
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (!takes) throw new Error('The storage is full.')
      kept.set(key, value)
    },
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const write = (more: Partial<Draft>) => changeDraft(id, (draft) => ({ ...draft, ...more }))
const chip = { path: '/skills/review/SKILL.md', name: 'review', changed: false }
const file = {
  id: 'f',
  name: 'a.txt',
  size: 5,
  state: { kind: 'stored', url: '/api/a', mediaType: 'text/plain', shown: false },
} as const

describe('a draft', () => {
  it('is what was kept for its conversation', () => {
    kept.set(`skillet.draft.${id}`, JSON.stringify({ version: 1, text: 'from before' }))
    expect(draftOf(id).text).toBe('from before')
  })

  it('is kept once typing rests, and at once when the page goes away', () => {
    write({ text: 'one' })
    write({ text: 'two' })
    expect(keptText(id)).toBeUndefined()
    vi.runAllTimers()
    expect(keptText(id)).toBe('two')
    write({ text: 'three' })
    writeDrafts()
    expect(keptText(id)).toBe('three')
  })

  it('goes on where the browser keeps nothing', () => {
    takes = false
    write({ text: 'not kept' })
    vi.runAllTimers()
    expect(draftOf(id).text).toBe('not kept')
    expect(keptText(id)).toBeUndefined()
  })
})

describe('a draft that is sent', () => {
  it('leaves the composer at once, but for the model, and its place only once the server has it', () => {
    write({ text: 'sent', chip, fields: ['a'], attachments: [file], drop: ['/x'], model: 'fast' })
    takeDraft(id)
    expect(draftOf(id)).toEqual({ ...emptyDraft, model: 'fast' })
    writeDrafts()
    expect(keptText(id)).toBe('sent')
    expect(firstOnItsWay(id)?.chip).toEqual(chip)
    arrived(id)
    expect(firstOnItsWay(id)).toBeUndefined()
    expect(keptText(id)).toBe('')
  })

  it('comes back whole before what was written since', () => {
    write({ text: 'first', chip, fields: ['a'], attachments: [file], drop: ['/x'] })
    takeDraft(id)
    write({ text: 'second' })
    takeDraft(id)
    write({ text: 'third', drop: ['/x', '/y'] })
    takeBack(id)
    expect(draftOf(id)).toEqual({
      ...emptyDraft,
      text: 'first\n\nsecond\n\nthird',
      chip,
      fields: ['a'],
      attachments: [file],
      drop: ['/x', '/y'],
    })
    expect(firstOnItsWay(id)).toBeUndefined()
  })

  it('comes back without its chip where another was picked since, with its words', () => {
    write({ text: 'first', chip, fields: ['a'] })
    takeDraft(id)
    const other = { path: '/skills/other/SKILL.md', name: 'other', changed: false }
    write({ chip: other })
    takeBack(id)
    expect(draftOf(id)).toEqual({ ...emptyDraft, text: 'first', chip: other })
  })

  it('lets those that follow leave in order', () => {
    for (const text of ['one', 'two']) {
      write({ text })
      takeDraft(id)
    }
    expect(firstOnItsWay(id)?.text).toBe('one')
    arrived(id)
    expect(firstOnItsWay(id)?.text).toBe('two')
    expect(keptText(id)).toBe('two')
  })
})

describe('what changes a draft besides typing', () => {
  it('is a skill that was saved since it was picked, in every conversation', () => {
    write({ chip, text: 'x' })
    markChanged(new Set(['/skills/other/SKILL.md']))
    expect(draftOf(id).chip?.changed).toBe(false)
    markChanged(new Set([chip.path]))
    expect(draftOf(id).chip?.changed).toBe(true)
  })

  it('is a skill that is to end with the message, or after all to stay', () => {
    toggleDrop(id, '/a')
    toggleDrop(id, '/b')
    toggleDrop(id, '/a')
    expect(draftOf(id).drop).toEqual(['/b'])
  })

  it('is another part of the page, by path or by what is typed', () => {
    const entry = testSkill('review', {
      path: chip.path,
      callableAs: 'user:review',
      state: 'shadowed',
    })
    usePage.setState({ skills: { version: 1, entries: [entry], roots: [], diagnostics: [] } })
    const named = { ...chip, name: 'user:review' }
    write({ text: 'stays', fields: ['of another'] })
    fillComposer(id, { skill: chip.path })
    expect(draftOf(id)).toEqual({ ...emptyDraft, text: 'stays', chip: named })
    fillComposer(id, { skill: 'user:review', text: 'new' })
    expect(draftOf(id)).toEqual({ ...emptyDraft, text: 'new', chip: named })
    fillComposer(id, { skill: 'unknown' })
    expect(draftOf(id).chip).toEqual({ path: 'unknown', name: 'unknown', changed: false })
  })
})
