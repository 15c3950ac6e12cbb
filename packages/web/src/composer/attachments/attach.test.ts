import { mostAttachments, type StoredAttachment } from '@skillet/server/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as api from '../../api/index.ts'
import { draftOf } from '../draft/index.ts'
import { attach, canRetry, removeAttachment, retryAttachment } from './attach.ts'

vi.mock('../../api/index.ts', async (original) => ({
  ...(await original<typeof api>()),
  uploadAttachment: vi.fn(),
}))

const stored: StoredAttachment = {
  hash: 'h',
  name: 'a.png',
  mediaType: 'image/png',
  size: 1,
  url: '/api/attachments/h',
  shown: true,
}
const file = (name: string, bytes = 'x') => new File([bytes], name)

/** Each test writes in a conversation of its own: drafts live as long as the page. */
let id = ''
let conversations = 0
beforeEach(() => {
  id = `c${conversations++}`
  vi.resetAllMocks()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
})
const attached = () => draftOf(id).attachments
const states = () => attached().map(({ state }) => state.kind)

describe('attaching', () => {
  it('shows a file at once, and says when it is stored', async () => {
    vi.mocked(api.uploadAttachment).mockResolvedValueOnce(stored)
    expect(attach(id, [file('a.png')])).toEqual([])
    expect(states()).toEqual(['uploading'])
    await vi.waitFor(() =>
      expect(attached()[0]?.state).toEqual({
        kind: 'stored',
        url: stored.url,
        mediaType: 'image/png',
        shown: true,
      }),
    )
  })

  it('keeps apart two files of one name, and names one that has none', () => {
    vi.mocked(api.uploadAttachment).mockReturnValue(new Promise(() => {}))
    attach(id, [file('a.txt'), file('a.txt'), file('')])
    expect(attached().map(({ name }) => name)).toEqual(['a.txt', 'a.txt', 'file'])
    expect(new Set(attached().map((one) => one.id)).size).toBe(3)
  })

  it('counts the files that are there already', () => {
    vi.mocked(api.uploadAttachment).mockReturnValue(new Promise(() => {}))
    attach(
      id,
      Array.from({ length: mostAttachments - 1 }, (_, at) => file(`${at}`)),
    )
    expect(attach(id, [file('last'), file('over')])).toEqual([{ why: 'too-many' }])
    expect(attached()).toHaveLength(mostAttachments)
    expect(api.uploadAttachment).toHaveBeenCalledTimes(mostAttachments)
  })

  it('says why it failed and what to do, and can be tried again', async () => {
    const failure = { code: 'x', message: 'The disk is full.', hint: 'Make room.' }
    vi.mocked(api.uploadAttachment).mockRejectedValueOnce(new api.Problem(failure, 507))
    attach(id, [file('a.png')])
    await vi.waitFor(() =>
      expect(attached()[0]?.state).toEqual({
        kind: 'failed',
        message: 'The disk is full. Make room.',
      }),
    )
    const [one] = attached()
    expect(canRetry(one?.id ?? '')).toBe(true)
    vi.mocked(api.uploadAttachment).mockResolvedValueOnce(stored)
    retryAttachment(id, one?.id ?? '')
    expect(states()).toEqual(['uploading'])
    await vi.waitFor(() => expect(states()).toEqual(['stored']))
    expect(canRetry(one?.id ?? '')).toBe(false)
  })

  it('ends when the file is taken out, and nothing of it comes back', async () => {
    let ended: AbortSignal | undefined
    vi.mocked(api.uploadAttachment).mockImplementationOnce(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          ended = signal
          signal?.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    )
    attach(id, [file('a.png')])
    removeAttachment(id, attached()[0]?.id ?? '')
    await vi.waitFor(() => expect(ended?.aborted).toBe(true))
    expect(attached()).toEqual([])
  })

  it('has nothing to try again of a file whose bytes this page never had', () => {
    expect(canRetry('of another page')).toBe(false)
    retryAttachment(id, 'of another page')
    expect(api.uploadAttachment).not.toHaveBeenCalled()
  })
})
