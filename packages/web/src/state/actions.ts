import type {
  Approval,
  ApprovalAnswer,
  ChatAccepted,
  ChatRequest,
  QueueEdit,
} from '@skillet/server/contract'
import {
  answerApproval,
  deleteConversation,
  editQueued as editQueuedMessage,
  moveConversation,
  removeQueued as removeQueuedMessage,
  renameConversation,
  sendMessage,
  stopTurn,
} from '../api/index.ts'
import { beginConversation, refreshConversation } from './conversation.ts'
import { takeConversationAway } from './page.ts'
import type { Outgoing } from './types.ts'

/** Sends a message, or puts it behind the turn that runs. The answer comes by the live stream. */
export async function send(id: string, outgoing: Outgoing): Promise<ChatAccepted> {
  const { text, skill, arguments: given, files = [], drop, model, edits } = outgoing
  const parts: ChatRequest['messages'][number]['parts'] = [
    ...files.map(({ url, name, mediaType }) => ({ type: 'file', url, filename: name, mediaType })),
    ...(text === '' ? [] : [{ type: 'text', text }]),
  ]
  const accepted = await sendMessage({
    id,
    messages: [{ role: 'user', parts }],
    trigger: 'submit-message',
    ...(skill === undefined
      ? {}
      : {
          skill: {
            skill,
            ...(given === undefined
              ? {}
              : { arguments: typeof given === 'string' ? given : [...given] }),
          },
        }),
    ...(drop === undefined || drop.length === 0 ? {} : { drop: [...drop] }),
    ...(model === undefined ? {} : { model }),
    ...(edits === undefined ? {} : { edits }),
  })
  beginConversation(id)
  return accepted
}

/** Answers a message of the person once more; without an id, the last one. */
export function retry(id: string, messageId?: string, model?: string): Promise<ChatAccepted> {
  return sendMessage({
    id,
    messages: [],
    trigger: 'regenerate-message',
    ...(messageId === undefined ? {} : { messageId }),
    ...(model === undefined ? {} : { model }),
  })
}

/** Stops the turn that runs. What was answered so far is kept. */
export async function stop(id: string): Promise<void> {
  await stopTurn(id)
}

/** Answers an approval; the first answer counts, and every page hears of it. */
export async function answer(approval: Approval, given: ApprovalAnswer): Promise<void> {
  await answerApproval(approval, given)
}

/** Shows another branch: a sibling (until its end), or the branch up to a message (undo). */
export async function moveTo(
  id: string,
  messageId: string | null,
  until: 'message' | 'end' = 'end',
): Promise<void> {
  await moveConversation(id, messageId, until)
  await refreshConversation()
}

/** A title that a person gave is never replaced. */
export async function rename(id: string, title: string): Promise<void> {
  await renameConversation(id, title)
}

/** Deletes a conversation for good. */
export async function remove(id: string): Promise<void> {
  await deleteConversation(id)
  takeConversationAway(id)
}

/** Changes a message that waits for its turn. */
export async function editQueued(id: string, messageId: string, edit: QueueEdit): Promise<void> {
  await editQueuedMessage(id, messageId, edit)
}

/** Takes a message away that waits for its turn. */
export async function removeQueued(id: string, messageId: string): Promise<void> {
  await removeQueuedMessage(id, messageId)
}
