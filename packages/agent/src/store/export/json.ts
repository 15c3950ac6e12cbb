import { shownText } from '../typed-text.ts'
import type { CallResult, Conversation, Message, Part } from '../types.ts'

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
      createdAt: timeOf(createdAt),
      updatedAt: timeOf(updatedAt),
    },
    messages: messages.map(messageJson),
  }
  return `${JSON.stringify(exported, undefined, 2).replace(steering, escaped)}\n`
}

/** C1, directions, blanks of no width and tags: as `\uXXXX` they steer no terminal, and read back as they were. */
const steering =
  /[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

function escaped(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  return units.map((unit) => `\\u${unit}`).join('')
}

function messageJson({ id, parent = null, role, createdAt, state, end, usage, parts }: Message) {
  return {
    id,
    parent,
    role,
    createdAt: timeOf(createdAt),
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
    case 'notice':
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

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
