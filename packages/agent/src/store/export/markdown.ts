import { shownText } from '../typed-text.ts'
import type { CallResult, Conversation, Message, Part } from '../types.ts'
import { fence, inlineCode, plainWords, quoteMarkdown } from './safe-markdown.ts'
import { timeText } from './time.ts'

/** A conversation as a page to read: what was typed, answered and done. */
export function toMarkdown(conversation: Conversation, messages: readonly Message[]): string {
  const opening = messages.find(({ role }) => role === 'user')
  const title = conversation.title ?? (opening ? shownText(opening.parts) : '')
  const blocks = [
    `# ${plainWords(title) || 'Conversation'}`,
    `Folder ${inlineCode(conversation.workspace)}, begun ${timeOf(conversation.createdAt)}.`,
    ...messages.flatMap(messageBlocks),
  ]
  return `${blocks.join('\n\n')}\n`
}

function messageBlocks(message: Message): readonly string[] {
  const who = message.role === 'user' ? writerOf(message) : 'Assistant'
  const state = message.state === undefined ? '' : `, ${stateWords[message.state]}`
  const head = `## ${who}, ${timeOf(message.createdAt)}${state}`
  const blocks = message.role === 'user' ? personBlocks(message) : answerBlocks(message)
  return [head, ...blocks]
}

function writerOf({ askedBy }: Message): string {
  return askedBy === 'program' ? 'A program' : 'You'
}

const stateWords = { queued: 'waiting', unsent: 'not sent' } as const

/** What the person typed: the skill's own text was never theirs. */
function personBlocks({ parts }: Message): readonly string[] {
  const typed = shownText(parts)
  return [
    ...(typed === '' ? [] : [quoteMarkdown(typed)]),
    ...parts.flatMap((part) =>
      part.type === 'text' || part.type === 'skill' ? [] : partBlocks(part),
    ),
  ]
}

function answerBlocks({ parts, end }: Message): readonly string[] {
  return [...parts.flatMap(partBlocks), ...endBlocks(end)]
}

function endBlocks(end: Message['end']): readonly string[] {
  if (end === undefined || end.reason === 'done') return []
  const why = end.error ? `: ${plainWords(end.error.message)}` : '.'
  return [`*Ended: ${endWords[end.reason]}*${why}`]
}

const endWords = {
  aborted: 'stopped by the person',
  'step-limit': 'the step limit was reached',
  error: 'it failed',
  interrupted: 'the program that ran it ended',
} as const

function partBlocks(part: Part): readonly string[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [quoteMarkdown(part.text)]
    case 'attachment':
      return [
        `Attachment: ${inlineCode(part.name)} (${inlineCode(part.mediaType)}, ${part.size} bytes)`,
      ]
    case 'skill-dropped':
      return [`*Skill dropped:* ${inlineCode(part.name)}`]
    case 'follow-up':
      return [`*Follow-up of the skill* ${inlineCode(part.skill)}`]
    case 'compaction':
      return [`*From here on ${part.messages} older messages were sent as a summary.*`]
    case 'tool':
      return [
        `**Tool** ${inlineCode(part.tool)}`,
        inputBlock(part.input),
        ...resultBlocks(part.tool, part.result),
      ]
    // Thoughts, the bounds of steps and what was put in for the model are in the JSON alone.
    case 'reasoning':
    case 'step':
    case 'skill':
    case 'knowledge':
      return []
  }
}

function inputBlock(input: unknown): string {
  const command = commandOf(input)
  return command === undefined
    ? fence(JSON.stringify(input, undefined, 2) ?? '', 'json')
    : fence(command, 'sh')
}

function commandOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('command' in input)) return undefined
  return typeof input.command === 'string' ? input.command : undefined
}

function resultBlocks(tool: string, result: CallResult | undefined): readonly string[] {
  if (result === undefined) return ['*Interrupted: what came of it is not known.*']
  if (result.kind === 'denied') {
    const outcome = result.by === 'stop' ? 'Not run' : 'Refused'
    return [`*${outcome}:* ${plainWords(result.reason)}`]
  }
  const { outcome } = result
  // Instructions of a skill are no output.
  if (outcome.activate) return [`*Skill loaded:* ${inlineCode(outcome.activate.name)}`]
  const image = outcome.image ? [`An image (${inlineCode(outcome.image.mediaType)}).`] : []
  const shown = outcome.diff === undefined ? fence(outcome.text) : fence(outcome.diff, 'diff')
  return [outcome.ok ? 'Result:' : `*${plainWords(tool)} failed:*`, shown, ...image]
}

function timeOf(milliseconds: number): string {
  const text = timeText(milliseconds)
  return text.endsWith('Z') ? `${text.replace('T', ' ').replace(/:\d\d\.\d+Z$/u, '')} UTC` : text
}
