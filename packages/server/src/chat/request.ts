import type { z } from '@hono/zod-openapi'
import type { ApprovalAnswer, AttachedFile, ConversationStore, Message } from '@skillet/agent'
import type { chatRequest } from '../contract/index.ts'
import { RequestFailure } from '../failure.ts'
import { attachedFile } from './files.ts'
import { answersIn, pickedIn, textIn } from './request-parts.ts'
import { shownAnswer } from './shown-answer.ts'

type ChatBody = z.infer<typeof chatRequest>
type SentMessage = ChatBody['messages'][number]

/** What a request asks for. All that it says of earlier messages is ignored. */
export interface ReadRequest {
  /** Those that wait in this conversation, and no others. */
  readonly answers: readonly { readonly id: string; readonly answer: ApprovalAnswer }[]
  /** Every question that was answered in the request, also one that waits no more. */
  readonly answered: readonly string[]
  readonly wish: Wish
}

/** The chip. */
interface PickedSkill {
  readonly skill: string
  readonly arguments?: string | readonly string[] | undefined
}

export type Wish =
  | {
      readonly kind: 'message'
      /** As the client calls it; undefined: the store draws an id. */
      readonly messageId: string | undefined
      readonly edits: string | undefined
      readonly text: string
      readonly skill: PickedSkill | undefined
      readonly files: readonly AttachedFile[]
    }
  /** The message of the person that is answered once more. */
  | { readonly kind: 'retry'; readonly messageId: string }
  /** Only questions are answered. */
  | { readonly kind: 'go-on' }

/** Reads the last message of the person and the answers to open questions; nothing else counts. */
export async function readRequest(store: ConversationStore, body: ChatBody): Promise<ReadRequest> {
  const known = await store.allMessages(body.id)
  const last = body.messages.at(-1)
  const given = answersIn(body.answers ?? [], last)
  const answers = await waitingAnswers(store, body.id, given)
  const answered = given.map(({ id }) => id)
  if (body.trigger === 'regenerate-message') {
    return {
      answers,
      answered,
      wish: { kind: 'retry', messageId: await retried(store, body, known) },
    }
  }
  if (last?.role === 'user') {
    return { answers, answered, wish: await messageWish(store, body, last, known) }
  }
  if (given.length === 0) throw nothingToDo()
  return { answers, answered, wish: { kind: 'go-on' } }
}

async function messageWish(
  store: ConversationStore,
  body: ChatBody,
  last: SentMessage,
  known: readonly Message[],
): Promise<Wish> {
  const present = known.find(({ id }) => id === last.id)
  const edited = present?.role === 'user' ? present.id : undefined
  const { edits = edited } = body
  const files = last.parts.filter((part) => part.type === 'file')
  const attached: AttachedFile[] = []
  for (const part of files) attached.push(await attachedFile(store, part, known))
  return {
    kind: 'message',
    messageId: present ? undefined : usableId(last.id),
    edits,
    text: textIn(last),
    skill: body.skill ?? pickedIn(last),
    files: attached,
  }
}

/** Of the client: one that looks like none is not taken into the store. */
function usableId(id: string | undefined): string | undefined {
  return id !== undefined && /^[\w.:-]{1,100}$/.test(id) ? id : undefined
}

async function retried(
  store: ConversationStore,
  { id, messageId }: ChatBody,
  known: readonly Message[],
): Promise<string> {
  if (messageId !== undefined) {
    const named = known.find((message) => message.id === messageId)
    const person = named?.role === 'assistant' ? named.parent : named?.id
    if (typeof person === 'string') return person
    throw noSuchMessage()
  }
  const branch = await store.messages(id)
  const person = branch.findLast(({ role }) => role === 'user')
  if (!person) throw noSuchMessage()
  return person.id
}

/** A bare yes of the AI SDK names the question; what it is about is in the store and never changes. */
async function waitingAnswers(
  store: ConversationStore,
  conversationId: string,
  given: ReturnType<typeof answersIn>,
): Promise<ReadRequest['answers']> {
  const waiting: { id: string; answer: ApprovalAnswer }[] = []
  for (const { id, answer } of given) {
    const asked = await store.approval(id)
    if (asked?.conversationId !== conversationId || asked.answer) continue
    waiting.push({ id, answer: shownAnswer(asked.request, answer) })
  }
  return waiting
}

function noSuchMessage(): RequestFailure {
  return new RequestFailure(404, {
    code: 'not-found',
    message: 'There is no such message of yours in this conversation.',
    hint: 'Load the conversation again: it may have changed.',
  })
}

function nothingToDo(): RequestFailure {
  return new RequestFailure(400, {
    code: 'invalid',
    message: 'The last message is not one of a person, and answers no question.',
    hint: 'To go on reading an answer that runs, GET /api/chat/ID/stream.',
    path: 'messages',
  })
}
