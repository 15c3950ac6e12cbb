import type { ChatAccepted } from '@skillet/server/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../api/index.ts'
import * as state from '../../state/index.ts'
import { changeDraft, type DraftAttachment, draftOf } from '../draft/index.ts'
import { blockOf } from './block.ts'
import { post } from './post.ts'

vi.mock('../../state/index.ts', async (original) => ({
  ...(await original<typeof state>()),
  send: vi.fn(),
}))

const accepted: ChatAccepted = { conversationId: 'c', messageId: 'm', answerId: 'a', place: 0 }

/** Each test writes in a conversation of its own: drafts live as long as the page. */
let id = ''
let conversations = 0
beforeEach(() => {
  id = `c${conversations++}`
  vi.resetAllMocks()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
})
const write = (text: string) => changeDraft(id, (draft) => ({ ...draft, text }))
const sent = () => vi.mocked(state.send).mock.calls.map(([, { text }]) => text)

/** Answers of the server that come when the test says so. */
function answers() {
  const waiting: ((answer: ChatAccepted | Error) => void)[] = []
  vi.mocked(state.send).mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
      }),
  )
  return (answer: ChatAccepted | Error) => waiting.shift()?.(answer)
}

describe('sending', () => {
  it('takes messages out of the composer at once, and to the server one after the other', async () => {
    const answer = answers()
    write('one')
    const sending = post(id)
    write('two')
    await post(id)
    expect(draftOf(id).text).toBe('')
    expect(sent()).toEqual(['one'])
    answer(accepted)
    await vi.waitFor(() => expect(sent()).toEqual(['one', 'two']))
    answer(accepted)
    expect(await sending).toBeUndefined()
    expect(draftOf(id).text).toBe('')
  })

  it('gives all back that was not taken, before what was written since, and says why', async () => {
    const answer = answers()
    write('one')
    const sending = post(id)
    write('two')
    await post(id)
    write('three')
    answer(new Problem({ code: 'unreachable', message: 'Nothing answers.' }, 0))
    expect((await sending)?.message).toBe('Nothing answers.')
    expect(sent()).toEqual(['one'])
    expect(draftOf(id).text).toBe('one\n\ntwo\n\nthree')
  })

  it('works again after it failed', async () => {
    vi.mocked(state.send).mockRejectedValueOnce(new Error('broken'))
    write('one')
    expect((await post(id))?.message).toBe('broken')
    vi.mocked(state.send).mockResolvedValueOnce(accepted)
    expect(await post(id)).toBeUndefined()
    expect(sent()).toEqual(['one', 'one'])
  })
})

describe('what keeps a draft from being sent', () => {
  const file = (name: string, attachment: DraftAttachment['state']): DraftAttachment => ({
    id: name,
    name,
    size: 1,
    state: attachment,
  })
  const none = { attachments: [] }

  it.each(['gone', 'earlier-start', 'no-access', 'password'] as const)(
    'is a server that cannot take it: %s',
    (connection) =>
      expect(blockOf(none, undefined, connection)).toEqual({ why: 'connection', connection }),
  )

  it.each(['connecting', 'open', 'reconnecting'] as const)(
    'is not one that is there, or may be: %s',
    (connection) => expect(blockOf(none, undefined, connection)).toBeUndefined(),
  )

  it('is a skill that is gone, not one that is unknown yet', () => {
    expect(blockOf(none, { kind: 'gone', entry: undefined }, 'open')).toEqual({ why: 'skill-gone' })
    expect(blockOf(none, { kind: 'unknown' }, 'open')).toBeUndefined()
  })

  it('is the first file that is not stored', () => {
    const stored = file('a', { kind: 'stored', url: '/a', mediaType: 'text/plain', shown: false })
    const block = (...attachments: DraftAttachment[]) => blockOf({ attachments }, undefined, 'open')
    expect(block(stored)).toBeUndefined()
    expect(block(stored, file('b', { kind: 'uploading' }))).toEqual({
      why: 'file-uploading',
      name: 'b',
    })
    for (const state of [{ kind: 'lost' }, { kind: 'failed', message: '' }] as const)
      expect(block(file('c', state), stored)).toEqual({ why: 'file-failed', name: 'c' })
  })
})
