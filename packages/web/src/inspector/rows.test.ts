import type { RequestRecord } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { barParts, changeOf, goneRows, rowsOfPreview, rowsOfRecord, sizeOf } from './rows.ts'

const record = (over: Partial<RequestRecord> = {}): RequestRecord => ({
  messageId: 'm',
  step: 1,
  model: 'x/y',
  sentAt: 0,
  sections: [
    { kind: 'skill', title: 'review', text: 'Look closely.', tokens: 300 },
    { kind: 'base', title: 'base', text: 'You are', tokens: 100 },
    { kind: 'catalogue', title: 'catalogue', text: '<available_skills>', tokens: 50 },
  ],
  tools: [{ name: 'read', description: 'Reads', schema: {} }],
  toolTokens: 150,
  messageTokens: 400,
  catalogue: { shortened: [], omitted: [] },
  ...over,
})

describe('the rows of a request', () => {
  it('are its sections, its messages and its tools, with their sizes', () => {
    expect(
      rowsOfRecord(record()).map(({ group, title, tokens }) => [group, title, tokens]),
    ).toEqual([
      ['skills', 'review', 300],
      ['base', 'base', 100],
      ['catalogue', 'catalogue', 50],
      ['messages', '', 400],
      ['tools', '', 150],
    ])
  })

  it('have no tools where none were offered', () => {
    expect(rowsOfRecord(record({ tools: [] })).some(({ group }) => group === 'tools')).toBe(false)
  })

  it('show the messages of a draft, and of a sent request only their size', () => {
    const preview = {
      ...record(),
      messages: [{ role: 'user', content: 'hi' }],
      total: 0,
      notices: [],
    }
    expect(rowsOfPreview(preview).find(({ id }) => id === 'messages')?.text).toContain('"hi"')
    expect(rowsOfRecord(record()).find(({ id }) => id === 'messages')?.text).toBeUndefined()
  })
})

describe('differences between requests', () => {
  const before = rowsOfRecord(record())

  it('are told for each part', () => {
    const now = rowsOfRecord(
      record({
        step: 2,
        messageTokens: 900,
        sections: [
          { kind: 'skill', title: 'deploy', text: 'Ship it.', tokens: 20 },
          { kind: 'base', title: 'base', text: 'You are', tokens: 100 },
        ],
      }),
    )
    expect(now.map((row) => [row.group, changeOf(row, before)])).toEqual([
      ['skills', 'new'],
      ['base', 'same'],
      ['messages', 'changed'],
      ['tools', 'same'],
    ])
    expect(goneRows(now, before).map(({ title }) => title)).toEqual(['review', 'catalogue'])
  })

  it('are none for the first request', () => {
    expect(before.every((row) => changeOf(row, undefined) === 'same')).toBe(true)
    expect(goneRows(before, undefined)).toEqual([])
  })

  it('tell two skills of one name apart', () => {
    const twice = record({
      sections: [
        { kind: 'skill', title: 'review', text: 'one', tokens: 1 },
        { kind: 'skill', title: 'review', text: 'two', tokens: 1 },
      ],
    })
    expect(new Set(rowsOfRecord(twice).map(({ id }) => id)).size).toBe(4)
  })
})

describe('the bar', () => {
  const rows = rowsOfRecord(record())

  it('has the table’s numbers, and the rest of the window', () => {
    const parts = barParts(rows, sizeOf(rows, { contextWindow: 2000 }))
    expect(parts.map(({ group, share }) => [group, share])).toEqual([
      ['skills', 0.15],
      ['base', 0.05],
      ['catalogue', 0.025],
      ['messages', 0.2],
      ['tools', 0.075],
      ['rest', 0.5],
    ])
  })

  it('adds up to its width, whatever the provider counted', () => {
    for (const countedTokens of [1, 800, 1500, 5000]) {
      const parts = barParts(rows, sizeOf(rows, { countedTokens, contextWindow: 2000 }))
      expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    }
  })

  it('is full where the window is not known', () => {
    const parts = barParts(rows, sizeOf(rows, {}))
    expect(parts.some(({ group }) => group === 'rest')).toBe(false)
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  })
})
