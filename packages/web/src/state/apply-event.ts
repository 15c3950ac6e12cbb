import type { ActiveSkill, Approval, SkilletChunk, SkilletMessage } from '@skillet/server/contract'
import type { ToldEvent } from '../api/index.ts'
import { refreshConversation } from './conversation.ts'
import { grow, seed } from './growing.ts'
import { useOpen } from './open-store.ts'
import { refreshSession, refreshSkills, replaceConversation, takeConversationAway } from './page.ts'
import { usePage } from './page-store.ts'
import { letGo, put, stream } from './stream.ts'
import type { OpenConversation } from './types.ts'

type ChunkEvent = Extract<ToldEvent, { type: 'chunk' }>

let lastNotice = 0

/** Takes what the server said into the state. */
export function applyEvent(event: ToldEvent): void {
  switch (event.type) {
    case 'reset':
      readEverything()
      return
    case 'session':
      void refreshSession()
      return
    case 'skills':
      applySkills(event)
      return
    case 'conversation':
      replaceConversation(event.conversation)
      return
    case 'conversation-deleted':
      takeConversationAway(event.id)
      return
    case 'message':
      if (isShown(event.conversationId)) applyMessage(event.message)
      return
    case 'conversation-changed':
      if (!isShown(event.conversationId)) return
      stream.told += 1
      void refreshConversation()
      return
    case 'chunk':
      if (isShown(event.conversationId)) applyChunk(event)
  }
}

/** The page may have missed something. */
export function readEverything(): void {
  void refreshSession()
  void refreshSkills()
  void refreshConversation()
}

function isShown(conversationId: string): boolean {
  return useOpen.getState().id === conversationId
}

function applySkills(event: Extract<ToldEvent, { type: 'skills' }>): void {
  const { skills, skillNotes } = usePage.getState()
  if (skills === undefined) {
    void refreshSkills()
    return
  }
  const changed = new Map(event.changed.map((entry) => [entry.path, entry]))
  const removed = new Set(event.removed)
  const entries = skills.entries
    .filter(({ path }) => !removed.has(path))
    .map((entry) => changed.get(entry.path) ?? entry)
  const known = new Set(entries.map(({ path }) => path))
  const added = event.changed.filter(({ path }) => !known.has(path))
  const first = (skillNotes.at(-1)?.id ?? 0) + 1
  usePage.setState({
    skills: { ...skills, version: event.version, entries: [...entries, ...added] },
    skillNotes: [...skillNotes, ...event.notes.map((note, at) => ({ ...note, id: first + at }))],
  })
  void refreshSession()
  // An active skill says when it is another one on disk than the one that was sent.
  const touched = new Set([...changed.keys(), ...removed, ...event.notes.map(({ path }) => path)])
  const isTouched = ({ location }: ActiveSkill) => touched.has(location)
  if (useOpen.getState().activeSkills.some(isTouched)) void refreshConversation()
}

function applyMessage(message: SkilletMessage): void {
  const hasEnded = message.metadata?.end !== undefined
  if (hasEnded && stream.growing?.message.id === message.id) {
    // What no frame has drawn yet may say more than the answer: notices are nowhere else.
    flush()
    letGo()
  }
  stream.told += 1
  useOpen.setState((open) => {
    const waits = message.metadata?.state === 'queued'
    if (waits && message.role === 'assistant') return open
    const others = ({ id }: SkilletMessage) => id !== message.id
    return {
      ...withoutEnded(open, message),
      status: 'ready',
      messages: waits ? open.messages.filter(others) : put(open.messages, message),
      queue: waits ? put(open.queue, message) : open.queue.filter(others),
    }
  }, true)
  // How full the context is, no event tells.
  if (hasEnded || dropsSkills(message)) void refreshConversation()
}

/** Which skills are active from here on, no event tells. A message that waits drops none yet. */
function dropsSkills({ metadata, parts }: SkilletMessage): boolean {
  return metadata?.state !== 'queued' && parts.some(({ type }) => type === 'data-skill-dropped')
}

/** An answer that ended runs no longer, whichever of its events comes last. */
function withoutEnded(open: OpenConversation, { id, metadata }: SkilletMessage): OpenConversation {
  if (metadata?.end === undefined || open.running?.answerId !== id) return open
  const { running: _, retrying: __, ...rest } = open
  return rest
}

function applyChunk({ answerId, chunk }: ChunkEvent): void {
  if (chunk.type === 'start') {
    stream.waiting = []
    const createdAt = Date.now()
    stream.growing = grow(seed(answerId, { createdAt }), chunk)
    begin(answerId)
    return
  }
  if (stream.growing?.message.id !== answerId) return
  stream.waiting.push(chunk)
  if (document.visibilityState === 'hidden') flush()
  else if (!stream.frame) {
    stream.frame = true
    requestAnimationFrame(flush)
  }
}

function begin(answerId: string): void {
  const { growing } = stream
  stream.told += 1
  useOpen.setState((open) => ({
    status: 'ready',
    running: { answerId, here: true },
    ...(growing === undefined ? {} : { messages: put(open.messages, growing.message) }),
  }))
}

/** All chunks since the last frame, as one change. */
function flush(): void {
  stream.frame = false
  const { growing, waiting } = stream
  if (growing === undefined || waiting.length === 0) return
  stream.waiting = []
  const grown = waiting.reduce(grow, growing)
  stream.growing = grown
  // The whole state, since a part of it would leave `running` where it was.
  useOpen.setState(
    (open) => ({
      ...waiting.reduce((state, chunk) => tell(state, chunk, grown.message.id), open),
      messages: put(open.messages, grown.message),
    }),
    true,
  )
  if (waiting.some(tellsMore)) stream.told += 1
  if (waiting.some(isEnd)) stream.growing = undefined
  if (waiting.some(({ type }) => type === 'data-skill')) void refreshConversation()
}

/** An older answer of the server would undo what such a chunk says. */
function tellsMore(chunk: SkilletChunk): boolean {
  return chunk.type === 'data-approval' || isEnd(chunk)
}

/** Its stored message follows, or word that the conversation changed: what else is new is read then. */
function isEnd({ type }: SkilletChunk): boolean {
  return type === 'finish' || type === 'abort' || type === 'error'
}

/** What a chunk says besides the answer's own parts. */
function tell(open: OpenConversation, chunk: SkilletChunk, answerId: string): OpenConversation {
  switch (chunk.type) {
    case 'finish':
    case 'abort':
    case 'error': {
      const { running: _, retrying: __, ...rest } = open
      return rest
    }
    case 'data-notice': {
      lastNotice += 1
      return { ...open, notices: [...open.notices, { id: lastNotice, answerId, ...chunk.data }] }
    }
    case 'data-retrying':
      return { ...open, retrying: chunk.data }
    case 'data-approval':
      return { ...open, approvals: withApproval(open.approvals, chunk.data) }
    case 'text-start':
    case 'reasoning-start':
    case 'tool-input-start': {
      const { retrying: _, ...rest } = open
      return rest
    }
    default:
      return open
  }
}

function withApproval(
  approvals: readonly Approval[],
  { request, answer }: { readonly request: Approval; readonly answer?: unknown },
): readonly Approval[] {
  const others = approvals.filter(({ id }) => id !== request.id)
  return answer === undefined ? [...others, request] : others
}
