import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { readKept, type Storage, writeKept } from './kept.ts'
import { type Draft, emptyDraft } from './types.ts'

const place = 'skillet.draft.c'
let kept: Map<string, string>
let storage: Storage
beforeEach(() => {
  kept = new Map()
  storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
})

const noStorage: Storage = {
  getItem() {
    throw new Error('off')
  },
  setItem() {
    throw new Error('full')
  },
  removeItem() {
    throw new Error('off')
  },
}

const attachmentStates = fc.oneof(
  fc.record({
    kind: fc.constant('stored' as const),
    url: fc.string(),
    mediaType: fc.string(),
    shown: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('lost' as const) }),
)
const drafts: fc.Arbitrary<Draft> = fc.record({
  text: fc.string({ unit: 'binary' }),
  chip: fc.option(fc.record({ path: fc.string(), name: fc.string(), changed: fc.boolean() }), {
    nil: undefined,
  }),
  fields: fc.array(fc.string()),
  attachments: fc.array(
    fc.record({ id: fc.string(), name: fc.string(), size: fc.nat(), state: attachmentStates }),
  ),
  drop: fc.array(fc.string()),
  model: fc.option(fc.string(), { nil: undefined }),
})

const attached = (state: object) => ({
  version: 1,
  text: '',
  fields: [],
  attachments: [{ id: '1', name: 'a.txt', size: 5, state }],
})
const keep = (value: unknown) => kept.set(place, JSON.stringify(value))

describe('a kept draft', () => {
  it('comes back as it was, with chip, fields, files, dropped skills and model', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        expect(writeKept(storage, 'c', draft)).toBe(true)
        const isNothing =
          draft.text.trim() === '' &&
          draft.chip === undefined &&
          draft.attachments.length + draft.drop.length === 0 &&
          draft.model === undefined
        expect(readKept(storage, 'c')).toEqual(isNothing ? emptyDraft : draft)
      }),
    )
  })

  it('is of one conversation alone', () => {
    writeKept(storage, 'c', { ...emptyDraft, text: 'mine' })
    expect(readKept(storage, 'd')).toEqual(emptyDraft)
  })

  it('leaves nothing behind once it is empty', () => {
    writeKept(storage, 'c', { ...emptyDraft, text: 'x' })
    writeKept(storage, 'c', { ...emptyDraft, text: ' \n' })
    expect(kept.size).toBe(0)
  })

  it('is there while only a model is chosen, or a skill is to end', () => {
    for (const draft of [
      { ...emptyDraft, model: 'fast' },
      { ...emptyDraft, drop: ['/a/SKILL.md'] },
    ]) {
      writeKept(storage, 'c', draft)
      expect(readKept(storage, 'c')).toEqual(draft)
    }
  })

  it('says of a file whose bytes went with the page that it is lost', () => {
    keep(attached({ kind: 'uploading' }))
    expect(readKept(storage, 'c').attachments).toEqual([
      { id: '1', name: 'a.txt', size: 5, state: { kind: 'lost' } },
    ])
    keep(attached({ kind: 'failed', message: 'Nothing answers.' }))
    expect(readKept(storage, 'c').attachments[0]?.state).toEqual({ kind: 'lost' })
    keep(attached({ kind: 'stored', url: 3 }))
    expect(readKept(storage, 'c').attachments[0]?.state).toEqual({ kind: 'lost' })
  })

  it('is empty where its place holds anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        kept.set(place, text)
        expect(readKept(storage, 'c')).toEqual(emptyDraft)
      }),
    )
    keep({ version: 2, text: 'of a later page' })
    expect(readKept(storage, 'c')).toEqual(emptyDraft)
  })

  it('keeps what of it can be read', () => {
    keep({ version: 1, text: 'words', chip: { path: 1 }, fields: ['a', 2], attachments: [null] })
    expect(readKept(storage, 'c')).toEqual({ ...emptyDraft, text: 'words', fields: ['a'] })
    keep({ version: 1, text: 7, chip: { path: '/a', name: 'a' }, drop: 'all' })
    expect(readKept(storage, 'c')).toEqual({
      ...emptyDraft,
      chip: { path: '/a', name: 'a', changed: false },
    })
  })

  it('costs nothing but itself where the browser keeps nothing', () => {
    expect(readKept(noStorage, 'c')).toEqual(emptyDraft)
    expect(writeKept(noStorage, 'c', { ...emptyDraft, text: 'x' })).toBe(false)
    expect(writeKept(noStorage, 'c', emptyDraft)).toBe(false)
  })
})
