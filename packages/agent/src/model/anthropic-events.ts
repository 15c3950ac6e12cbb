import { dataOf, type EventFilter, isRecord, type Json, written } from './event-stream.ts'

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

/** Passes over what Anthropic's package does not understand. */
export function knownEvents(): EventFilter {
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
      case 'message_stop':
        return { last: event }
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
