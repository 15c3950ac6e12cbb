import { escapeHidden } from '@skillet/core'
import { shownText } from '../typed-text.ts'
import type { CallResult, Conversation, Message, Part } from '../types.ts'
import { timeText } from './time.ts'

/**
 * A conversation for programs, with all its branches; `docs/schemas/conversation.schema.json`
 * describes it.
 */
export function toJson(conversation: Conversation, messages: readonly Message[]): string {
  const { id, workspace, title, head, createdAt, updatedAt } = conversation
  const exported = {
    version: 1,
    conversation: {
      id,
      workspace,
      ...(title !== undefined && { title }),
      head,
      createdAt: timeText(createdAt),
      updatedAt: timeText(updatedAt),
    },
    messages: messages.map(messageJson),
  }
  return `${escapeHidden(JSON.stringify(exported, undefined, 2))}\n`
}

function messageJson({
  id,
  parent = null,
  role,
  createdAt,
  askedBy,
  state,
  end,
  usage,
  parts,
}: Message) {
  return {
    id,
    parent,
    role,
    createdAt: timeText(createdAt),
    ...(askedBy && { askedBy }),
    ...(state && { state }),
    ...(role === 'user' && { typed: shownText(parts) }),
    parts: parts.map(withoutInjected),
    ...(end && { end }),
    ...(usage && { usage }),
  }
}

/** A part without what Skillet put in for the model: instructions, passages, frames. */
function withoutInjected(part: Part): object {
  switch (part.type) {
    case 'tool': {
      const { result, ...call } = part
      return { ...call, ...(result && { result: withoutFrame(result) }) }
    }
    case 'follow-up':
      return { type: part.type, hook: part.hook, skill: part.skill }
    case 'compaction': {
      const { boundary: _boundary, ...rest } = part
      return rest
    }
    case 'knowledge':
      return { type: part.type, sources: part.sources }
    case 'text':
    case 'reasoning':
    case 'skill':
    case 'skill-dropped':
    case 'step':
    case 'attachment':
      return part
  }
}

function withoutFrame(result: CallResult): object {
  if (result.kind === 'denied') return result
  const { kind, outcome } = result
  if (!outcome.activate) return { kind, outcome }
  const { text: _text, ...rest } = outcome
  return { kind, outcome: rest }
}
