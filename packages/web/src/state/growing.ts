import type { MessageMetadata, SkilletChunk, SkilletMessage } from '@skillet/server/contract'

type Part = SkilletMessage['parts'][number]
type ToolPart = Extract<Part, { type: 'dynamic-tool' }>
type StreamedText = Extract<Part, { type: 'text' | 'reasoning' }>

/** An answer while it comes: the message so far, and where its open blocks are. */
export interface Growing {
  readonly message: SkilletMessage
  /** Places of the text blocks that still grow, by the id of their block. */
  readonly open: Readonly<Record<string, number>>
}

/** An answer of which nothing has come yet. */
export function seed(id: string, metadata: MessageMetadata): Growing {
  return { message: { id, role: 'assistant', metadata, parts: [] }, open: {} }
}

/**
 * The answer with one more chunk of the AI SDK UI message stream (v1). A chunk about something that
 * is not there changes nothing; the same object comes back then.
 */
export function grow(growing: Growing, chunk: SkilletChunk): Growing {
  switch (chunk.type) {
    case 'start':
    case 'finish':
    case 'message-metadata':
      return withMetadata(growing, chunk.messageMetadata)
    case 'start-step':
      return { message: withPart(growing.message, { type: 'step-start' }), open: {} }
    case 'text-start':
      return opened(growing, chunk.id, { type: 'text', text: '', state: 'streaming' })
    case 'reasoning-start':
      return opened(growing, chunk.id, {
        type: 'reasoning',
        id: chunk.id,
        text: '',
        state: 'streaming',
      })
    case 'text-delta':
    case 'reasoning-delta':
      return inBlock(growing, chunk.id, (part) => ({ ...part, text: part.text + chunk.delta }))
    case 'text-end':
    case 'reasoning-end':
      return closed(growing, chunk.id)
    case 'tool-input-start':
      return withCall(growing, {
        type: 'dynamic-tool',
        toolName: chunk.toolName,
        toolCallId: chunk.toolCallId,
        state: 'input-streaming',
        input: undefined,
      })
    case 'tool-input-available':
      return withCall(growing, {
        type: 'dynamic-tool',
        toolName: chunk.toolName,
        toolCallId: chunk.toolCallId,
        state: 'input-available',
        input: chunk.input,
      })
    case 'tool-input-error':
      return withCall(growing, {
        type: 'dynamic-tool',
        toolName: chunk.toolName,
        toolCallId: chunk.toolCallId,
        state: 'output-error',
        input: chunk.input,
        errorText: chunk.errorText,
      })
    case 'tool-approval-request':
    case 'tool-output-available':
    case 'tool-output-error':
    case 'tool-output-denied':
      return inCall(growing, chunk)
    case 'file':
      return {
        ...growing,
        message: withPart(growing.message, {
          type: 'file',
          url: chunk.url,
          mediaType: chunk.mediaType,
        }),
      }
    default:
      return isStoredData(chunk) ? withData(growing, chunk) : growing
  }
}

/** What comes of a call whose part is there already. */
type CallChunk = Extract<
  SkilletChunk,
  {
    type:
      | 'tool-approval-request'
      | 'tool-output-available'
      | 'tool-output-error'
      | 'tool-output-denied'
  }
>

function inCall(growing: Growing, chunk: CallChunk): Growing {
  const at = callAt(growing.message, chunk.toolCallId)
  const part = growing.message.parts[at]
  if (part?.type !== 'dynamic-tool') return growing
  return { ...growing, message: replaced(growing.message, at, answeredCall(part, chunk)) }
}

function answeredCall(part: ToolPart, chunk: CallChunk): ToolPart {
  const { toolName, toolCallId, input } = part
  const call = { type: 'dynamic-tool', toolName, toolCallId, input } as const
  const asked = part.approval === undefined ? {} : { approval: part.approval }
  switch (chunk.type) {
    case 'tool-approval-request':
      return { ...call, state: 'approval-requested', approval: { id: chunk.approvalId } }
    case 'tool-output-available': {
      const preliminary = chunk.preliminary === true ? { preliminary: true } : {}
      return {
        ...call,
        state: 'output-available',
        output: chunk.output,
        ...preliminary,
        ...yesTo(asked),
      }
    }
    case 'tool-output-error':
      return { ...call, state: 'output-error', errorText: chunk.errorText, ...yesTo(asked) }
    case 'tool-output-denied':
      return {
        ...call,
        state: 'output-denied',
        approval: { ...asked.approval, id: asked.approval?.id ?? '', approved: false },
      }
  }
}

/** A call that was asked about and ran was allowed. */
function yesTo({ approval }: { readonly approval?: { readonly id: string } }) {
  return approval === undefined ? {} : { approval: { id: approval.id, approved: true as const } }
}

function opened(growing: Growing, id: string, part: StreamedText): Growing {
  return {
    message: withPart(growing.message, part),
    open: { ...growing.open, [id]: growing.message.parts.length },
  }
}

function inBlock(
  growing: Growing,
  id: string,
  change: (part: StreamedText) => StreamedText,
): Growing {
  const at = growing.open[id] ?? -1
  const part = growing.message.parts[at]
  if (part?.type !== 'text' && part?.type !== 'reasoning') return growing
  return { ...growing, message: replaced(growing.message, at, change(part)) }
}

function closed(growing: Growing, id: string): Growing {
  const { message, open } = inBlock(growing, id, (part) => ({ ...part, state: 'done' }))
  const { [id]: _, ...others } = open
  return { message, open: others }
}

/** A call that is told of again is replaced: its input is whole by then. */
function withCall(growing: Growing, part: ToolPart): Growing {
  const at = callAt(growing.message, part.toolCallId)
  const message = at < 0 ? withPart(growing.message, part) : replaced(growing.message, at, part)
  return { ...growing, message }
}

function callAt({ parts }: SkilletMessage, callId: string): number {
  return parts.findLastIndex((part) => part.type === 'dynamic-tool' && part.toolCallId === callId)
}

type DataChunk = Extract<SkilletChunk, { type: `data-${string}` }>

function isStoredData(chunk: SkilletChunk): chunk is DataChunk {
  return chunk.type.startsWith('data-') && (chunk as DataChunk).transient !== true
}

/** Data with the id of one that is there takes its place. */
function withData(growing: Growing, { type, id, data }: DataChunk): Growing {
  const part = { type, ...(id === undefined ? {} : { id }), data } as Part
  const at =
    id === undefined
      ? -1
      : growing.message.parts.findIndex((one) => one.type === type && 'id' in one && one.id === id)
  const message = at < 0 ? withPart(growing.message, part) : replaced(growing.message, at, part)
  return { ...growing, message }
}

function withMetadata(growing: Growing, metadata: MessageMetadata | undefined): Growing {
  if (metadata === undefined) return growing
  const { message } = growing
  return { ...growing, message: { ...message, metadata: { ...message.metadata, ...metadata } } }
}

function withPart(message: SkilletMessage, part: Part): SkilletMessage {
  return { ...message, parts: [...message.parts, part] }
}

function replaced(message: SkilletMessage, at: number, part: Part): SkilletMessage {
  return { ...message, parts: message.parts.with(at, part) }
}
