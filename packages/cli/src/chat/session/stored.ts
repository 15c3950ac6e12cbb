import type { Message, Part } from '@skillet/agent'
import type { Sentences } from '@skillet/language'
import { callSubject } from '../../run/calls.ts'
import { cleanLine, cleanText } from '../../screen/clean.ts'
import type { Standpoint } from '../../screen/paths.ts'
import { type Draft, fieldOf } from '../composer/index.ts'
import type { Block, CallBlock } from '../state/blocks.ts'

/** The messages of a stored conversation as they looked when they were new. What was injected is not shown. */
export function storedBlocks(
  messages: readonly Message[],
  words: Sentences,
  standpoint: Standpoint,
): readonly Block[] {
  return messages.flatMap((message) =>
    message.role === 'user' ? [userBlock(message)] : answerBlocks(message, words, standpoint),
  )
}

function userBlock({ parts }: Message): Block {
  const { text, skill, given, attachments } = typedParts(parts)
  return {
    kind: 'user',
    text,
    ...(skill === undefined ? {} : { skill }),
    ...(given === '' ? {} : { arguments: given }),
    ...(attachments.length === 0 ? {} : { attachments }),
  }
}

function typedParts(parts: readonly Part[]) {
  const texts: string[] = []
  const attachments: string[] = []
  let skill: string | undefined
  let given = ''
  for (const part of parts) {
    if (part.type === 'text') texts.push(cleanText(part.text))
    if (part.type === 'attachment') attachments.push(cleanLine(part.name))
    if (part.type === 'skill') {
      skill = cleanLine(part.name)
      const { arguments: list } = part
      // Typed after a name, the arguments are the text itself.
      if (part.typed === undefined && list !== undefined) given = argumentWords(list)
    }
  }
  return { text: texts.join('\n'), skill, given, attachments }
}

/** Arguments as a person would write them on one line. */
export function argumentWords(given: string | readonly string[]): string {
  if (typeof given === 'string') return cleanLine(given)
  return given
    .map((word) => (/^[^\s"']+$/u.test(word) ? cleanLine(word) : JSON.stringify(cleanLine(word))))
    .join(' ')
}

/** Messages for the history, as they were typed. A skill comes back as text: it may be another one by now. */
export function typedDrafts(messages: readonly Message[]): readonly Draft[] {
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ parts }) => {
      const { text, skill, given } = typedParts(parts)
      const call = skill === undefined ? '' : `/${skill}`
      const whole = [call, given, text].filter((part) => part !== '').join(' ')
      return { text: fieldOf(whole), focus: 'text' as const }
    })
    .filter(({ text }) => text.text !== '')
}

function answerBlocks(
  { id, parts, end }: Message,
  words: Sentences,
  standpoint: Standpoint,
): readonly Block[] {
  const blocks = parts.flatMap((part, index) =>
    partBlock(part, `${id} ${index}`, words, standpoint),
  )
  if (end === undefined || end.reason === 'done') return blocks
  const summary = { steps: 0, inputTokens: 0, outputTokens: 0, seconds: 0 }
  const told: readonly Block[] =
    end.reason === 'error'
      ? [{ kind: 'notice', level: 'error', message: cleanLine(end.error.message) }]
      : end.reason === 'interrupted'
        ? [{ kind: 'notice', level: 'warning', message: words.terminal.interruptedTurn }]
        : []
  return [...blocks, ...told, { kind: 'end', reason: end.reason, summary }]
}

function partBlock(
  part: Part,
  id: string,
  words: Sentences,
  standpoint: Standpoint,
): readonly Block[] {
  switch (part.type) {
    case 'text':
      return [{ kind: 'text', id, text: cleanText(part.text), open: false }]
    case 'reasoning':
      return [{ kind: 'reasoning', id, text: cleanText(part.text), open: false }]
    case 'tool':
      return [callBlock(part, words, standpoint)]
    case 'follow-up':
      return [{ kind: 'user', text: '', from: cleanLine(part.skill) }]
    default:
      return []
  }
}

function callBlock(
  { callId, tool, input, result }: Extract<Part, { type: 'tool' }>,
  words: Sentences,
  standpoint: Standpoint,
): CallBlock {
  const call = {
    kind: 'call',
    callId,
    tool: cleanLine(tool),
    subject: callSubject(tool, input, standpoint),
    output: '',
    earlier: 0,
    startedAt: 0,
    endedAt: 0,
  } as const
  if (result === undefined)
    return { ...call, state: 'interrupted', remark: words.chat.outcomeUnknown }
  if (result.kind === 'denied') {
    if (result.by === 'stop') return { ...call, state: 'stopped', remark: words.chat.stoppedCall }
    return { ...call, state: 'refused', remark: cleanLine(result.reason) }
  }
  const { ok, text, diff, exitCode, truncated } = result.outcome
  return {
    ...call,
    state: ok ? 'done' : 'failed',
    outcome: {
      ok,
      text: cleanText(text),
      ...(diff === undefined ? {} : { diff }),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(truncated === undefined ? {} : { truncated }),
    },
  }
}
