import type { SharedV3ProviderOptions } from '@ai-sdk/provider'
import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai'
import { frameOutput } from '../prompt/index.ts'
import { typedText } from '../store/index.ts'
import type { CallResult, Message, Part } from '../store/types.ts'

type ToolPart = Extract<Part, { type: 'tool' }>
type AssistantContent = Exclude<AssistantModelMessage['content'], string>[number]
type ToolResult = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>

export interface HistoryOptions {
  /** Whether the model takes images in tool results. */
  readonly images: boolean
  /** Whether a tool's output is framed; guided reads no text and needs no frame. Default `framed`. */
  readonly outputs?: 'framed' | 'plain'
  /**
   * What the provider said about its own parts, within this turn and for this model alone: some
   * models refuse a tool result whose call lacks the signature they gave it. Parts of earlier
   * turns and of other models are sent without.
   */
  readonly providerNotes?: (part: Part) => SharedV3ProviderOptions | undefined
}

/** Rebuilds what is sent from what is stored. The same messages give the same bytes. */
export function toModelMessages(
  messages: readonly Message[],
  options: HistoryOptions,
): readonly ModelMessage[] {
  return withoutDropped(messages.filter((message) => !message.state)).flatMap((message) =>
    message.role === 'user' ? userMessages(message) : assistantMessages(message, options),
  )
}

/**
 * A skill that the model loaded ends where the person drops it: its text leaves the results of the
 * messages before. One pass, from the newest message to the oldest.
 */
function withoutDropped(messages: readonly Message[]): readonly Message[] {
  const dropped = new Set<string>()
  const kept = [...messages].reverse().map((message) => {
    for (const part of message.parts) if (part.type === 'skill-dropped') dropped.add(part.location)
    return dropped.size === 0 ? message : withoutSkills(message, dropped)
  })
  return kept.reverse()
}

function withoutSkills(message: Message, dropped: ReadonlySet<string>): Message {
  const parts = message.parts.map((part): Part => {
    if (part.type !== 'tool' || part.result?.kind !== 'outcome') return part
    const { activate } = part.result.outcome
    if (activate?.location === undefined || !dropped.has(activate.location)) return part
    const name = JSON.stringify(activate.name)
    const text = `The skill ${name} is no longer active: the person took it away.`
    return { ...part, result: { kind: 'outcome', outcome: { ok: true, text } } }
  })
  return { ...message, parts }
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

/** One raw text for arguments given as a list: a word that holds blanks or quotes is quoted. */
export function argumentsText(given: string | readonly string[]): string {
  if (typeof given === 'string') return given.trim()
  return given.map((word) => (/^[^\s"']+$/u.test(word) ? word : JSON.stringify(word))).join(' ')
}

function userMessages(message: Message): readonly ModelMessage[] {
  const text = sentText(message.parts)
  return text === '' ? [] : [{ role: 'user', content: text }]
}

function assistantMessages(message: Message, options: HistoryOptions): readonly ModelMessage[] {
  return splitAtSteps(message.parts).flatMap((parts) => [
    ...stepMessages(parts, options),
    ...parts.flatMap((part): ModelMessage[] =>
      part.type === 'follow-up' ? [{ role: 'user', content: part.text }] : [],
    ),
  ])
}

function splitAtSteps(parts: readonly Part[]): readonly (readonly Part[])[] {
  const steps: Part[][] = []
  for (const part of parts) {
    if (part.type === 'step' || steps.length === 0) steps.push([])
    steps.at(-1)?.push(part)
  }
  return steps
}

function stepMessages(parts: readonly Part[], options: HistoryOptions): readonly ModelMessage[] {
  const content = parts.flatMap((part) => assistantContent(part, options))
  const results = parts.flatMap((part) => (part.type === 'tool' ? [toolResult(part, options)] : []))
  const messages: ModelMessage[] = []
  if (content.length > 0) messages.push({ role: 'assistant', content })
  if (results.length > 0) messages.push({ role: 'tool', content: results })
  return messages
}

function assistantContent(part: Part, options: HistoryOptions): readonly AssistantContent[] {
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
    const { callId: toolCallId, tool, input } = part
    const toolName = sendableName(tool)
    return [{ type: 'tool-call', toolCallId, toolName, input: asObject(input), ...providerOptions }]
  }
  return []
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

function toolResult(part: ToolPart, options: HistoryOptions): ToolResult {
  const { callId: toolCallId, tool } = part
  const toolName = sendableName(tool)
  return { type: 'tool-result', toolCallId, toolName, output: toolOutput(part, options) }
}

function toolOutput({ tool, result }: ToolPart, options: HistoryOptions): ToolResult['output'] {
  if (!result) {
    return { type: 'error-text', value: 'Interrupted: the outcome of this call is unknown.' }
  }
  if (result.kind === 'denied') return { type: 'execution-denied', reason: result.reason }
  const { outcome } = result
  const framed = framedText(tool, result, options)
  if (outcome.image && options.images) {
    const { base64: data, mediaType } = outcome.image
    const text = { type: 'text' as const, text: framed }
    return { type: 'content', value: [text, { type: 'image-data', data, mediaType }] }
  }
  const value = outcome.image ? `${framed}\n(This model takes no images in tool results.)` : framed
  return { type: outcome.ok ? 'text' : 'error-text', value }
}

/** A skill's text has a frame of its own, or is a skill's file that the model went to read. */
function framedText(
  tool: string,
  { outcome, boundary }: Extract<CallResult, { kind: 'outcome' }>,
  { outputs }: HistoryOptions,
): string {
  if (boundary === undefined || outputs === 'plain' || outcome.activate) return outcome.text
  return frameOutput(sendableName(tool), boundary, outcome.text)
}
