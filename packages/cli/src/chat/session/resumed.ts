import type { ConversationView } from '@skillet/agent'
import { cleanLine } from '../../screen/clean.ts'
import { say } from '../state/events.ts'
import type { ChatState } from '../state/types.ts'
import type { Chat } from './chat.ts'
import { storedBlocks } from './stored.ts'

/** A chat that goes on in an earlier conversation: what was said, what waits, which skills are active. */
export function resumed(
  state: ChatState,
  { conversation, messages, activeSkills, approvals, contextTokens, running }: ConversationView,
  { words, workspace }: Chat,
): ChatState {
  const stored = messages.map(({ message }) => message)
  const title = cleanLine(conversation.title ?? '')
  const last = stored.findLast(({ role }) => role === 'assistant')
  const { title: _, ...status } = state.status
  const next: ChatState = {
    ...state,
    blocks: [
      ...state.blocks,
      { kind: 'notice', level: 'info', message: words.terminal.resumed(title || conversation.id) },
      ...storedBlocks(stored, words, workspace.standpoint),
    ],
    approvals: running === undefined ? [] : approvals.map(({ request }) => ({ request })),
    retriable: last?.end !== undefined && last.end.reason !== 'done',
    status: {
      ...status,
      conversationId: conversation.id,
      active: activeSkills,
      dropping: [],
      contextTokens,
      ...(title === '' ? {} : { title }),
    },
  }
  return running === undefined ? next : say(next, 'info', words.terminal.runsElsewhere)
}
