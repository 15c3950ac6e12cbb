import type { SkillEntry } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { testSkill } from '../../test-skill/index.ts'
import { chipState } from './chip-state.ts'
import { outgoingOf } from './outgoing.ts'
import { type DraftAttachment, emptyDraft, isEmptyDraft } from './types.ts'

const entry = testSkill('review', { argumentHint: '<target> [depth]' })
const chip = { path: entry.path, name: 'review', changed: false }
const withChip = { ...emptyDraft, chip }
const file = (name: string, state: DraftAttachment['state']): DraftAttachment => ({
  id: name,
  name,
  size: 1,
  state,
})
const stored = { kind: 'stored', url: '/api/a', mediaType: 'text/plain', shown: false } as const

describe('the message that a draft makes', () => {
  it('has only what the draft has', () => {
    expect(outgoingOf({ ...emptyDraft, text: ' as typed ' }, undefined)).toEqual({
      text: ' as typed ',
    })
  })

  it('ancestor C: has the path of its skill and the filled arguments as data', () => {
    expect(outgoingOf({ ...withChip, fields: ['src', ''] }, entry)).toEqual({
      text: '',
      skill: entry.path,
      arguments: ['src'],
    })
    expect(outgoingOf({ ...withChip, fields: ['', ' '] }, entry)).toEqual({
      text: '',
      skill: entry.path,
    })
  })

  it('has its arguments also while the skills are not read yet, and none where all are empty', () => {
    expect(outgoingOf({ ...withChip, fields: ['src', ''] }, undefined).arguments).toEqual(['src'])
    expect(outgoingOf({ ...withChip, fields: ['', ''] }, undefined)).toEqual({
      text: '',
      skill: entry.path,
    })
  })

  it('has no fields of a skill that went', () => {
    expect(outgoingOf({ ...emptyDraft, text: 'x', fields: ['left'] }, undefined)).toEqual({
      text: 'x',
    })
  })

  it('has the files that are stored, what is to end, and the model', () => {
    const attachments = [file('a.txt', stored), file('b.txt', { kind: 'lost' })]
    expect(
      outgoingOf({ ...emptyDraft, text: 'x', attachments, drop: ['/a'], model: 'fast' }, undefined),
    ).toEqual({
      text: 'x',
      files: [{ name: 'a.txt', url: '/api/a', mediaType: 'text/plain' }],
      drop: ['/a'],
      model: 'fast',
    })
  })

  it('is none where there is neither text, skill nor file', () => {
    expect(isEmptyDraft({ ...emptyDraft, text: ' \n', drop: ['/a'], model: 'fast' })).toBe(true)
    expect(isEmptyDraft(withChip)).toBe(false)
    expect(isEmptyDraft({ ...emptyDraft, attachments: [file('a', { kind: 'lost' })] })).toBe(false)
  })
})

describe('a chip', () => {
  it('stands as its skill does now', () => {
    expect(chipState(chip, undefined)).toEqual({ kind: 'unknown' })
    expect(chipState(chip, [entry])).toEqual({ kind: 'ready', entry })
    expect(chipState({ ...chip, changed: true }, [entry])).toEqual({ kind: 'changed', entry })
    expect(chipState(chip, [])).toEqual({ kind: 'gone', entry: undefined })
  })

  it('can be called by its qualified name where another skill has the name', () => {
    const shadowed: SkillEntry = { ...entry, state: 'shadowed' }
    expect(chipState(chip, [shadowed]).kind).toBe('ready')
  })

  it.each(['untrusted', 'disabled', 'invalid', 'ignored'] as const)(
    'is gone where its skill is %s now',
    (state) => expect(chipState(chip, [{ ...entry, state }]).kind).toBe('gone'),
  )

  it('bug 47 visibility flags: is gone where its skill is for the model alone', () => {
    expect(chipState(chip, [{ ...entry, userInvocable: false }]).kind).toBe('gone')
    expect(chipState(chip, [{ ...entry, modelInvocable: false }]).kind).toBe('ready')
  })
})
