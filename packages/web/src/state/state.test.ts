import type {
  ActiveSkill,
  Approval,
  ConversationList,
  ListedConversation,
  SkilletChunk,
  SkillList,
} from '@skillet/server/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as api from '../api/index.ts'
import { testSkill } from '../test-skill/index.ts'
import { send } from './actions.ts'
import { applyEvent } from './apply-event.ts'
import { newConversation, openConversation, refreshConversation } from './conversation.ts'
import { emptyConversation, useOpen } from './open-store.ts'
import { loadConversations, refreshSkills } from './page.ts'
import { usePage } from './page-store.ts'
import { stream } from './stream.ts'

vi.mock('../api/index.ts', async (original) => ({
  ...(await original<typeof api>()),
  readConversation: vi.fn(),
  readConversations: vi.fn(),
  readSession: vi.fn(),
  readSkills: vi.fn(),
  sendMessage: vi.fn(),
}))

/** An answer of the server that comes when the test says so. */
function later<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

/** Frames that the page asked for; a test draws them. */
const frames: (() => void)[] = []
const draw = () => {
  for (const frame of frames.splice(0)) frame()
}

beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(api.readSession).mockRejectedValue(new Error('not asked about here'))
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  usePage.setState({ connection: 'open', moreConversations: false, skillNotes: [] }, true)
  useOpen.setState(emptyConversation('', 'new'), true)
  delete stream.lastId
})

const listed = (id: string, more: Partial<ListedConversation> = {}): ListedConversation => ({
  id,
  workspace: '/home/ada/shop',
  here: true,
  createdAt: 1,
  updatedAt: 1,
  messageCount: 0,
  state: 'idle',
  ...more,
})
const page = (id: string, texts: readonly string[] = []): api.ReadConversation => ({
  conversation: listed(id),
  messages: texts.map((text, at) => ({
    id: `${id}-${at}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', text }],
  })),
  later: [],
  activeSkills: [],
  approvals: [],
  contextTokens: 0,
  lastEventId: 's-1',
})
const skills = (version: number, ...names: string[]): SkillList => ({
  version,
  entries: names.map((name) => testSkill(name)),
  roots: [],
  diagnostics: [],
})
const active: ActiveSkill = {
  name: 'alpha',
  location: testSkill('alpha').path,
  tokens: 1,
  route: 'user',
  arguments: '',
  tools: [],
  leftOut: true,
  changedOnDisk: false,
}
const message = (conversationId: string, id: string, text: string): api.ToldEvent => ({
  type: 'message',
  conversationId,
  message: { id, role: 'user', parts: [{ type: 'text', text }] },
})
const chunk = (conversationId: string, piece: SkilletChunk): api.ToldEvent => ({
  type: 'chunk',
  conversationId,
  answerId: 'answer',
  chunk: piece,
})
const approval: Approval = {
  id: 'q',
  conversationId: 'c',
  messageId: 'answer',
  callId: '1',
  tool: 'bash',
  input: {},
  access: { kind: 'run', command: 'npm test', cwd: '/home/ada/shop' },
  workspace: '/home/ada/shop',
  reason: '',
  rule: 'bash(npm test)',
  digest: 'd',
  askedAt: 1,
}
const question = (decision?: 'once'): SkilletChunk => ({
  type: 'data-approval',
  id: 'approval-q',
  data: {
    request: approval,
    ...(decision === undefined ? {} : { answer: { decision, answeredAt: 2 } }),
  },
})
const activated: SkilletChunk = {
  type: 'data-skill',
  id: 'skill-1',
  data: { name: 'alpha', location: active.location, route: 'user', arguments: '' },
}
const dropping = (state?: 'queued'): api.ToldEvent => ({
  type: 'message',
  conversationId: 'c',
  message: {
    id: 'm',
    role: 'user',
    parts: [{ type: 'data-skill-dropped', data: { name: 'alpha' } }],
    metadata: { createdAt: 1, ...(state === undefined ? {} : { state }) },
  },
})
const shownIds = () => useOpen.getState().messages.map(({ id }) => id)

describe('what is read while events come', () => {
  it('does not take a skill away that was saved meanwhile', async () => {
    vi.mocked(api.readSkills).mockResolvedValueOnce(skills(1, 'old'))
    await refreshSkills()
    const answer = later<SkillList>()
    vi.mocked(api.readSkills).mockReturnValueOnce(answer.promise)
    vi.mocked(api.readSkills).mockResolvedValueOnce(skills(2, 'old', 'new'))
    const reading = refreshSkills()
    applyEvent({ type: 'skills', version: 2, changed: [testSkill('new')], removed: [], notes: [] })
    answer.resolve(skills(1, 'old'))
    await reading
    expect(usePage.getState().skills?.entries.map(({ name }) => name)).toEqual(['old', 'new'])
  })

  it('does not take a conversation away that began meanwhile', async () => {
    usePage.setState({ conversations: [] })
    const answer = later<ConversationList>()
    vi.mocked(api.readConversations).mockReturnValueOnce(answer.promise)
    vi.mocked(api.readConversations).mockResolvedValueOnce({
      conversations: [listed('begun')],
      more: false,
    })
    const reading = loadConversations()
    applyEvent({ type: 'conversation', conversation: listed('begun') })
    answer.resolve({ conversations: [], more: false })
    await reading
    expect(usePage.getState().conversations?.map(({ id }) => id)).toEqual(['begun'])
  })

  it('does not take a message away that came meanwhile', async () => {
    useOpen.setState(emptyConversation('c', 'ready'), true)
    const answer = later<api.ReadConversation>()
    vi.mocked(api.readConversation).mockReturnValueOnce(answer.promise)
    vi.mocked(api.readConversation).mockResolvedValueOnce(page('c', ['hello']))
    const reading = refreshConversation()
    applyEvent(message('c', 'c-0', 'hello'))
    answer.resolve(page('c'))
    await reading
    expect(shownIds()).toEqual(['c-0'])
  })

  it('does not ask again what was answered meanwhile', async () => {
    useOpen.setState(emptyConversation('c', 'ready'), true)
    applyEvent(chunk('c', { type: 'start' }))
    applyEvent(chunk('c', question()))
    draw()
    expect(useOpen.getState().approvals).toHaveLength(1)
    const answer = later<api.ReadConversation>()
    vi.mocked(api.readConversation).mockReturnValueOnce(answer.promise)
    vi.mocked(api.readConversation).mockResolvedValueOnce(page('c'))
    const reading = refreshConversation()
    applyEvent(chunk('c', question('once')))
    draw()
    answer.resolve({ ...page('c'), approvals: [approval] })
    await reading
    expect(useOpen.getState().approvals).toEqual([])
  })

  it('a late "there is none" does not empty a conversation that has begun', async () => {
    const answer = later<api.ReadConversation>()
    vi.mocked(api.readConversation).mockReturnValueOnce(answer.promise)
    useOpen.setState(emptyConversation('c', 'loading'), true)
    const reading = refreshConversation()
    applyEvent(message('c', 'c-0', 'hello'))
    answer.reject(new api.Problem({ code: 'not-found', message: 'There is none.' }, 404))
    await reading
    expect(shownIds()).toEqual(['c-0'])
  })
})

describe('a new conversation', () => {
  it('is read once its first message was taken, although its events went unheard', async () => {
    const id = newConversation()
    await openConversation(id)
    await refreshConversation()
    expect(api.readConversation).not.toHaveBeenCalled()
    vi.mocked(api.sendMessage).mockResolvedValueOnce({
      conversationId: id,
      messageId: 'm',
      answerId: 'a',
      place: 0,
    })
    vi.mocked(api.readConversation).mockResolvedValueOnce(page(id, ['hello', 'Yes.']))
    await send(id, { text: 'hello' })
    await vi.waitFor(() => expect(shownIds()).toEqual([`${id}-0`, `${id}-1`]))
  })
})

describe('an answer whose stored message comes before the frame that would draw its end', () => {
  const ended: api.ToldEvent = {
    type: 'message',
    conversationId: 'c',
    message: {
      id: 'answer',
      role: 'assistant',
      parts: [],
      metadata: { createdAt: 1, end: { reason: 'done' } },
    },
  }
  const notice: SkilletChunk = {
    type: 'data-notice',
    data: { code: 'active-skills-left-out', message: 'Left out: alpha.' },
  }
  beforeEach(() => {
    useOpen.setState(emptyConversation('c', 'ready'), true)
    vi.mocked(api.readConversation).mockResolvedValue({
      ...page('c', ['hello', 'Yes.']),
      activeSkills: [active],
    })
    applyEvent(chunk('c', { type: 'start' }))
    draw()
  })

  it('has its notices, and what the conversation holds since is read', async () => {
    applyEvent(chunk('c', notice))
    applyEvent(chunk('c', { type: 'finish' }))
    applyEvent(ended)
    draw()
    expect(useOpen.getState().notices).toHaveLength(1)
    await vi.waitFor(() => expect(useOpen.getState().activeSkills).toHaveLength(1))
  })

  it('is read once: the end of the stream and the stored message are one end', async () => {
    applyEvent(chunk('c', { type: 'finish' }))
    draw()
    applyEvent(ended)
    await vi.waitFor(() => expect(useOpen.getState().activeSkills).toHaveLength(1))
    expect(api.readConversation).toHaveBeenCalledOnce()
  })

  it('is read, too, where the message came even before the end of the stream', async () => {
    applyEvent(ended)
    applyEvent(chunk('c', { type: 'finish' }))
    draw()
    await vi.waitFor(() => expect(useOpen.getState().activeSkills).toHaveLength(1))
  })
})

describe('an active skill', () => {
  it('is looked at again when its file was saved, and only then', async () => {
    const edited = { ...active, changedOnDisk: true }
    usePage.setState({ skills: skills(1, 'alpha') })
    useOpen.setState({ ...emptyConversation('c', 'ready'), activeSkills: [active] }, true)
    vi.mocked(api.readConversation).mockResolvedValue({ ...page('c'), activeSkills: [edited] })
    applyEvent({ type: 'skills', version: 2, changed: [testSkill('beta')], removed: [], notes: [] })
    expect(api.readConversation).not.toHaveBeenCalled()
    // Only its instructions: nothing of its entry changed.
    const notes = [{ path: active.location, message: 'alpha: saved', ok: true }]
    applyEvent({ type: 'skills', version: 3, changed: [], removed: [], notes })
    await vi.waitFor(() => expect(useOpen.getState().activeSkills).toEqual([edited]))
  })

  it('is shown as soon as it is active, while its answer goes on', async () => {
    useOpen.setState(emptyConversation('c', 'ready'), true)
    vi.mocked(api.readConversation).mockResolvedValue({
      ...page('c', ['hello']),
      activeSkills: [active],
      running: { answerId: 'answer', here: true },
    })
    applyEvent(chunk('c', { type: 'start' }))
    applyEvent(chunk('c', activated))
    draw()
    await vi.waitFor(() => expect(useOpen.getState().activeSkills).toEqual([active]))
    expect(useOpen.getState().running).toEqual({ answerId: 'answer', here: true })
  })

  it('is shown no longer as soon as the message that drops it is sent', async () => {
    useOpen.setState({ ...emptyConversation('c', 'ready'), activeSkills: [active] }, true)
    vi.mocked(api.readConversation).mockResolvedValue(page('c', ['hello']))
    applyEvent(dropping('queued'))
    expect(api.readConversation).not.toHaveBeenCalled()
    applyEvent(dropping())
    await vi.waitFor(() => expect(useOpen.getState().activeSkills).toEqual([]))
  })
})

describe('a conversation that the address names', () => {
  it('is read as soon as the stream is there, whether the page knows its session or not', async () => {
    stream.lastId = 's-1'
    vi.mocked(api.readConversation).mockResolvedValueOnce(page('c', ['hello']))
    await openConversation('c')
    expect(shownIds()).toEqual(['c-0'])
  })

  it('is read by the stream, which reads everything, before that', async () => {
    await openConversation('c')
    expect(api.readConversation).not.toHaveBeenCalled()
  })
})

describe('a new conversation that was kept over a reload', () => {
  it('is not asked for while nobody wrote into it, and is read once the list knows it', async () => {
    stream.lastId = '1'
    await openConversation(newConversation('kept'))
    expect(api.readConversation).not.toHaveBeenCalled()
    vi.mocked(api.readConversation).mockResolvedValueOnce(page('kept', ['hello', 'Yes.']))
    vi.mocked(api.readConversations).mockResolvedValueOnce({
      conversations: [listed('kept')],
      more: false,
    })
    await loadConversations()
    await vi.waitFor(() => expect(shownIds()).toEqual(['kept-0', 'kept-1']))
  })
})

describe('another conversation', () => {
  it('gets nothing of the answer that was still coming for the one before', async () => {
    useOpen.setState(emptyConversation('before', 'ready'), true)
    applyEvent(chunk('before', { type: 'start' }))
    applyEvent(chunk('before', { type: 'text-start', id: 't' }))
    await openConversation(newConversation())
    draw()
    expect(shownIds()).toEqual([])
  })

  it('gets nothing of what was still being read of the one before', async () => {
    useOpen.setState(emptyConversation('before', 'ready'), true)
    const answer = later<api.ReadConversation>()
    vi.mocked(api.readConversation).mockReturnValueOnce(answer.promise)
    const reading = refreshConversation()
    await openConversation(newConversation())
    answer.resolve(page('before', ['hello']))
    await reading
    expect(shownIds()).toEqual([])
  })

  it('that is shown and deleted elsewhere is empty', () => {
    useOpen.setState(emptyConversation('c', 'ready'), true)
    applyEvent(message('c', 'c-0', 'hello'))
    applyEvent({ type: 'conversation-deleted', id: 'c' })
    expect([useOpen.getState().status, shownIds()]).toEqual(['new', []])
  })
})
