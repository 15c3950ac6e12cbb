import type { Conversation, ListedConversation, SearchHit } from '@skillet/agent'
import { cleanLine } from '../screen/clean.ts'
import { counted } from '../screen/numbers.ts'
import { type Standpoint, wholePath } from '../screen/paths.ts'
import type { Output } from '../screen/terminal.ts'
import { fitWidth, fitWords } from '../screen/width.ts'

/** One line a conversation: what to call it by, when, how long, what about. */
export function renderList(
  conversations: readonly (ListedConversation & { readonly name: string })[],
  standpoint: Standpoint | undefined,
  { style, columns }: Output,
): string {
  return conversations
    .map((conversation) => {
      const { id, name, updatedAt, messageCount, workspace } = conversation
      const size = counted(messageCount, 'message').padStart(12)
      const place =
        standpoint === undefined ? '' : ` · ${cleanLine(wholePath(workspace, standpoint))}`
      const head = `${cleanLine(id)}  ${timeOf(updatedAt)}  ${size}  `
      const title = fitWords(name + place, Math.max(columns - head.length, 16))
      return `${style.bold(cleanLine(id))}${style.dim(head.slice(cleanLine(id).length))}${title}\n`
    })
    .join('')
}

/** Where the words of a search stand, by conversation, in the order they were found. */
export function renderHits(
  hits: readonly (SearchHit & { readonly name: string })[],
  { style, columns }: Output,
): string {
  const found = new Map<string, FoundConversation>()
  for (const { conversation, name, messageId, excerpt } of hits) {
    const place = found.get(conversation.id) ?? { conversation, name, lines: [] }
    found.set(conversation.id, place)
    // The title stands in the line above already.
    if (messageId !== undefined) place.lines.push(fitWidth(cleanLine(excerpt), columns - 4))
  }
  return [...found.values()]
    .map(({ conversation, name, lines }) => {
      const { id, updatedAt } = conversation
      const head = `${cleanLine(id)}  ${timeOf(updatedAt)}  `
      const title = fitWords(name, Math.max(columns - head.length, 16))
      const first = `${style.bold(cleanLine(id))}  ${style.dim(timeOf(updatedAt))}  ${title}\n`
      return first + lines.map((line) => `    ${style.dim(line)}\n`).join('')
    })
    .join('')
}

interface FoundConversation {
  readonly conversation: Conversation
  readonly name: string
  readonly lines: string[]
}

/** Of `conversations --json`; `docs/schemas/conversations.schema.json` describes it. */
export function conversationJson(conversation: ListedConversation | Conversation) {
  const { id, title, workspace, createdAt, updatedAt } = conversation
  return {
    id,
    ...(title === undefined ? {} : { title }),
    workspace,
    ...('messageCount' in conversation ? { messages: conversation.messageCount } : {}),
    createdAt: isoTimeOf(createdAt),
    updatedAt: isoTimeOf(updatedAt),
  }
}

/** One that no calendar has is the number that it is. */
function isoTimeOf(milliseconds: number): string {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? String(milliseconds) : date.toISOString()
}

/** The person's own time, to the minute. */
function timeOf(milliseconds: number): string {
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return String(milliseconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
