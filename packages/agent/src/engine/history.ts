import type { SharedV3ProviderOptions } from '@ai-sdk/provider'
import type { Language } from '@skillet/core'
import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai'
import { frameOutput, frameSkillFile, frameSummary, wordingOf } from '../prompt/index.ts'
import { argumentsText, typedText } from '../store/index.ts'
import type { CallResult, Compaction, Message, Part } from '../store/types.ts'
import { fileContent, type SentFiles } from './file-content.ts'
import { sentMessages } from './sent-messages.ts'
import { charactersKept, shortenInput, shortenText } from './shorten.ts'

type ToolPart = Extract<Part, { type: 'tool' }>
type AssistantContent = Exclude<AssistantModelMessage['content'], string>[number]
type ToolResult = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>

export interface HistoryOptions {
  /** Whether the model is sent the images of a person's messages. */
  readonly images: boolean
  /** Whether it is sent images in tool results. Default: as `images`. */
  readonly imagesInResults?: boolean | undefined
  /** Of frames and notes. Default `en`. */
  readonly language?: Language
  /** Bytes of the files that messages name, by hash. Default: none. */
  readonly files?: SentFiles
  /** Whether a tool's output is framed; guided reads no text and needs no frame. Default `framed`. */
  readonly outputs?: 'framed' | 'plain'
  /**
   * What the provider said about its own parts, within this turn and for this model alone: some
   * models refuse a tool result whose call lacks the signature they gave it. Parts of earlier
   * turns and of other models are sent without.
   */
  readonly providerNotes?: (part: Part) => SharedV3ProviderOptions | undefined
}

interface AnswerOptions extends HistoryOptions {
  /** Calls of which only the beginning and the end are sent. */
  readonly shortened: ReadonlySet<string>
}

/** Rebuilds what is sent from what is stored. The same messages give the same bytes. */
export function toModelMessages(
  branch: readonly Message[],
  options: HistoryOptions,
): readonly ModelMessage[] {
  const { first, compaction, messages, shortened } = sentMessages(branch)
  const shown = [...(first ? [first] : []), ...withoutDropped(messages, options.language)]
  const underWay = shown.at(-1)
  const sent = shown.map((message) =>
    message === underWay
      ? messagesOf(message, options, shortened)
      : keptMessages(message, options, shortened),
  )
  if (!first || !compaction) return sent.flat()
  const [opening = [], ...rest] = sent
  return [...opening, summaryMessage(compaction, options.language), ...rest.flat()]
}

/**
 * In the model's own voice, since it stands where answers stood: roles go on alternating, which
 * the templates of some local models insist on.
 */
function summaryMessage(
  { messages, boundary, summary }: Compaction,
  language: Language | undefined,
): ModelMessage {
  const text = frameSummary(messages, boundary, summary, language)
  return { role: 'assistant', content: [{ type: 'text', text }] }
}

interface KeptMessages {
  readonly key: string
  readonly sent: readonly ModelMessage[]
}

/** What became of a stored message, which never changes once its turn is over. */
const kept = new WeakMap<Message, KeptMessages>()

/**
 * Every step sends all messages again, and only the last one has changed: the others are rebuilt
 * once. A long conversation would be written anew at each step otherwise.
 */
function keptMessages(
  message: Message,
  options: HistoryOptions,
  shortened: ReadonlySet<string>,
): readonly ModelMessage[] {
  const { images, imagesInResults, outputs, language, files } = options
  const short = message.parts.flatMap((part) =>
    part.type === 'tool' && shortened.has(part.callId) ? [part.callId] : [],
  )
  const stored = message.parts.flatMap((part) =>
    part.type === 'attachment' && files?.has(part.hash) ? [part.hash] : [],
  )
  const shortening = [short, short.length && shortened.size]
  const key = JSON.stringify([images, imagesInResults, outputs, language, stored, ...shortening])
  const known = kept.get(message)
  if (known?.key === key) return known.sent
  const sent = messagesOf(message, options, shortened)
  kept.set(message, { key, sent })
  return sent
}

function messagesOf(
  message: Message,
  options: HistoryOptions,
  shortened: ReadonlySet<string>,
): readonly ModelMessage[] {
  return message.role === 'user'
    ? userMessages(message, options)
    : assistantMessages(message, { ...options, shortened })
}

/**
 * A skill that the model loaded ends where the person drops it: its text leaves the results of the
 * messages before. One pass, from the newest message to the oldest.
 */
function withoutDropped(
  messages: readonly Message[],
  language: Language | undefined,
): readonly Message[] {
  const dropped = new Set<string>()
  const shown = [...messages].reverse().map((message) => {
    for (const part of message.parts) {
      if (part.type === 'skill-dropped' && part.location) dropped.add(part.location)
    }
    return dropped.size === 0 ? message : withoutSkills(message, dropped, language)
  })
  return shown.reverse()
}

function withoutSkills(
  message: Message,
  dropped: ReadonlySet<string>,
  language: Language | undefined,
): Message {
  let changed = false
  const parts = message.parts.map((part): Part => {
    if (part.type !== 'tool' || part.result?.kind !== 'outcome') return part
    const { activate } = part.result.outcome
    if (activate?.location === undefined || !dropped.has(activate.location)) return part
    changed = true
    const text = wordingOf(language).dropped(activate.name)
    return { ...part, result: { kind: 'outcome', outcome: { ok: true, text } } }
  })
  return changed ? { ...message, parts } : message
}

/**
 * What a person's message says to the model: `/name`, the text, then the arguments where they
 * stand apart from the text. Never empty where a skill was picked (bug 60).
 */
export function sentText(parts: readonly Part[]): string {
  const text = typedText(parts)
  const skill = parts.find((part) => part.type === 'skill')
  if (skill?.arguments === undefined) return text
  const given = argumentsText(skill.arguments)
  return given === '' ? text : `${text}\n\nArguments: ${given}`
}

function userMessages(message: Message, options: HistoryOptions): readonly ModelMessage[] {
  const text = sentText(message.parts)
  const files = message.parts.flatMap((part) =>
    part.type === 'attachment' ? fileContent(part, message.id, options) : [],
  )
  if (files.length === 0) return text === '' ? [] : [{ role: 'user', content: text }]
  const said = text === '' ? [] : [{ type: 'text' as const, text }]
  return [{ role: 'user', content: [...files, ...said] }]
}

function assistantMessages(message: Message, options: AnswerOptions): readonly ModelMessage[] {
  const sent = splitAtSteps(message.parts).flatMap((parts) => [
    ...stepMessages(parts, options),
    ...parts.flatMap((part): ModelMessage[] =>
      part.type === 'follow-up' ? [{ role: 'user', content: part.text }] : [],
    ),
  ])
  if (sent.length > 0 || !message.end) return sent
  // A turn that failed at once left nothing: the roles go on alternating all the same.
  const text = wordingOf(options.language).unanswered
  return [{ role: 'assistant', content: [{ type: 'text', text }] }]
}

function splitAtSteps(parts: readonly Part[]): readonly (readonly Part[])[] {
  const steps: Part[][] = []
  for (const part of parts) {
    if (part.type === 'step' || steps.length === 0) steps.push([])
    steps.at(-1)?.push(part)
  }
  return steps
}

function stepMessages(parts: readonly Part[], options: AnswerOptions): readonly ModelMessage[] {
  const content = parts.flatMap((part) => assistantContent(part, options))
  const results = parts.flatMap((part) => (part.type === 'tool' ? [toolResult(part, options)] : []))
  const messages: ModelMessage[] = []
  if (content.length > 0) messages.push({ role: 'assistant', content })
  if (results.length > 0) messages.push({ role: 'tool', content: results })
  return messages
}

function assistantContent(part: Part, options: AnswerOptions): readonly AssistantContent[] {
  const notes = options.providerNotes?.(part)
  const providerOptions = notes && { providerOptions: notes }
  if (part.type === 'text' && part.text.trim() !== '') {
    return [{ type: 'text', text: part.text, ...providerOptions }]
  }
  // Reasoning without its signature is foreign to every provider: it stays out.
  if (part.type === 'reasoning' && notes) {
    return [{ type: 'reasoning', text: part.text, ...providerOptions }]
  }
  if (part.type === 'tool') {
    const { callId: toolCallId, tool } = part
    const toolName = sendableName(tool)
    const input = asObject(inputOf(part, options))
    return [{ type: 'tool-call', toolCallId, toolName, input, ...providerOptions }]
  }
  return []
}

function inputOf({ callId, input }: ToolPart, { shortened, language }: AnswerOptions): unknown {
  return shortened.has(callId)
    ? shortenInput(input, charactersKept(shortened.size), language)
    : input
}

/** Providers take objects alone as a call's input; a model may have sent anything. */
function asObject(input: unknown): unknown {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? input
    : { value: input }
}

/** A model may call a tool by a name that no provider takes back. */
function sendableName(tool: string): string {
  return tool.replace(/[^\w-]/gu, '_').slice(0, 64) || 'unknown'
}

function toolResult(part: ToolPart, options: AnswerOptions): ToolResult {
  const { callId: toolCallId, tool } = part
  const toolName = sendableName(tool)
  return { type: 'tool-result', toolCallId, toolName, output: toolOutput(part, options) }
}

function toldRefusal(
  { by, reason, words }: Extract<CallResult, { kind: 'denied' }>,
  wording: ReturnType<typeof wordingOf>,
): string {
  if (by === 'stop') return wording.stopped
  return words === undefined ? wording.refused(reason) : wording.refusedByPerson(words)
}

function toolOutput(part: ToolPart, options: AnswerOptions): ToolResult['output'] {
  const { result } = part
  const wording = wordingOf(options.language)
  if (!result) return { type: 'error-text', value: wording.interrupted }
  if (result.kind === 'denied') {
    return { type: 'execution-denied', reason: toldRefusal(result, wording) }
  }
  const { outcome } = result
  const text = framedText(part, result, options)
  const type = outcome.ok ? 'text' : 'error-text'
  if (!outcome.image) return { type, value: text }
  if (!(options.imagesInResults ?? options.images)) {
    return { type, value: `${text}\n${wording.noImagesInResults}` }
  }
  if (options.shortened.has(part.callId)) return { type, value: `${text}\n${wording.imageLeftOut}` }
  const { base64: data, mediaType } = outcome.image
  return {
    type: 'content',
    value: [
      { type: 'text', text },
      { type: 'image-data', data, mediaType },
    ],
  }
}

/** Instructions that were handed over have a frame of their own. */
function framedText(
  { tool, callId }: ToolPart,
  { outcome, boundary }: Extract<CallResult, { kind: 'outcome' }>,
  { outputs, language, shortened }: AnswerOptions,
): string {
  const { activate } = outcome
  const unframed = boundary === undefined || outputs === 'plain'
  if (activate?.route === 'read' && !unframed) {
    return frameSkillFile(activate.name, boundary, outcome.text, language)
  }
  if (activate) return outcome.text
  const text = shortened.has(callId)
    ? shortenText(outcome.text, charactersKept(shortened.size), language)
    : outcome.text
  if (unframed) return text
  return frameOutput(sendableName(tool), boundary, text, language)
}
