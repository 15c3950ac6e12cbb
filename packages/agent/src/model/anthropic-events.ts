import type { Fetch } from './guarded-fetch.ts'

/**
 * Anthropic's stream, made readable for its package: the protocol asks readers to pass over events
 * they do not know, and gateways leave the token counts out; the package ends the answer at both.
 * Whatever else is wrong stays as it came, and fails.
 */

/** What the package understands. All else would be an error there. */
const events = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
  'error',
])

const blocks = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'mcp_tool_result',
  'web_fetch_tool_result',
  'web_search_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'advisor_tool_result',
  'compaction',
  'fallback',
])

const deltas = new Set([
  'text_delta',
  'thinking_delta',
  'signature_delta',
  'input_json_delta',
  'citations_delta',
  'compaction_delta',
])

/** Beside a count that stands for one the provider did not give, so that it is never reported. */
export const uncounted = { input: 'input_tokens_not_counted', output: 'output_tokens_not_counted' }

/** The same fetch, whose event streams hold only what Anthropic's package understands. */
export function withKnownEvents(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { body, status, statusText, headers } = response
    if (body === null || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) {
      return response
    }
    const known = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(eachEvent(eventFilter()))
      .pipeThrough(new TextEncoderStream())
    return new Response(known, { status, statusText, headers })
  }
}

/** Cuts a stream of server-sent events at its blank lines and passes each whole event through. */
function eachEvent(pass: (event: string) => string): TransformStream<string, string> {
  let held = ''
  return new TransformStream({
    transform(chunk, controller) {
      held += chunk
      for (let end = eventEnd.exec(held); end; end = eventEnd.exec(held)) {
        const length = end.index + end[0].length
        const event = pass(held.slice(0, length))
        held = held.slice(length)
        if (event !== '') controller.enqueue(event)
      }
    },
    flush(controller) {
      // A lone CR at the end is no longer half of anything.
      if (held !== '') controller.enqueue(pass(held).replace(/\r$/, '\r\n'))
    },
  })
}

/** A blank line. A CR at the very end may be half of a CRLF, so it waits for what follows. */
const eventEnd = /\r\n\r\n|\n\n|\r\r(?!$)/

type Json = Readonly<Record<string, unknown>>

/** One stream's filter: the event as it goes on, or nothing. */
function eventFilter(): (event: string) => string {
  const passedOver = new Set<unknown>()
  return (event) => {
    const value = dataOf(event)
    if (value === undefined) return event
    switch (value['type']) {
      case 'message_start':
        return withInputCount(value) ?? event
      case 'message_delta':
        return withOutputCount(value) ?? event
      case 'content_block_start':
        if (!isUnknown(value['content_block'], blocks)) return event
        passedOver.add(value['index'])
        return ''
      case 'content_block_delta':
        return passedOver.has(value['index']) || isUnknown(value['delta'], deltas) ? '' : event
      case 'content_block_stop':
        return passedOver.delete(value['index']) ? '' : event
      default:
        return isUnknown(value, events) ? '' : event
    }
  }
}

/** Of a type that has a name, and one that the package has never heard of. */
const isUnknown = (value: unknown, known: ReadonlySet<string>): boolean =>
  isRecord(value) && typeof value['type'] === 'string' && !known.has(value['type'])

function withInputCount(value: Json): string | undefined {
  const { message } = value
  if (!isRecord(message)) return undefined
  const usage = withCount(message['usage'], 'input_tokens', uncounted.input)
  return usage && written({ ...value, message: { ...message, usage } })
}

function withOutputCount(value: Json): string | undefined {
  const usage = withCount(value['usage'], 'output_tokens', uncounted.output)
  return usage && written({ ...value, usage })
}

/** Undefined where the count is there. */
function withCount(usage: unknown, count: string, mark: string): Json | undefined {
  const given = isRecord(usage) ? usage : {}
  return typeof given[count] === 'number' ? undefined : { ...given, [count]: 0, [mark]: true }
}

const written = (value: Json): string => `data: ${JSON.stringify(value)}\n\n`

function dataOf(event: string): Json | undefined {
  const data = event
    .split(/\r\n|\n|\r/)
    .flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
    .join('\n')
  try {
    const value: unknown = JSON.parse(data)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
