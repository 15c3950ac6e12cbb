import { estimateTokens } from '@skillet/core'
import type { ModelMessage } from 'ai'
import type { OfferedTool } from '../request.ts'

/** Estimated tokens of a request, by its parts. */
export interface RequestSize {
  readonly system: number
  readonly tools: number
  readonly messages: number
  readonly total: number
}

/** What is measured of a request. */
export interface Measurable {
  readonly sections: readonly { readonly tokens: number }[]
  readonly tools: readonly OfferedTool[]
  readonly messages: readonly ModelMessage[]
}

/** The size of a request, estimated: tools and messages as JSON, images by their usual price. */
export function requestSize({ sections, tools, messages }: Measurable): RequestSize {
  const size = {
    system: sum(sections.map(({ tokens }) => tokens)),
    tools: toolTokens(tools),
    messages: messageTokens(messages),
  }
  return { ...size, total: size.system + size.tools + size.messages }
}

export function messageTokens(messages: readonly ModelMessage[]): number {
  return sum(messages.map(tokensOf))
}

/** Tokens of an image, whatever its bytes: providers scale large ones down to about this. */
export const imageTokens = 1_600

const measured = new WeakMap<ModelMessage, number>()

/** Messages that are kept are the same objects at each step, and measured once. */
function tokensOf(message: ModelMessage): number {
  const known = measured.get(message)
  if (known !== undefined) return known
  let images = 0
  const json = JSON.stringify(message, (key, value: unknown) => {
    if (!isImage(key, value)) return value
    images += 1
    return ''
  })
  const tokens = estimateTokens(json) + images * imageTokens
  measured.set(message, tokens)
  return tokens
}

/** The bytes of an image, as `fileContent` and tool results carry them. */
function isImage(key: string, value: unknown): boolean {
  return (key === 'image' || key === 'data') && typeof value === 'string'
}

const measuredTools = new WeakMap<OfferedTool['schema'], { text: string; tokens: number }>()

/** Schemas never change, and come with one tool each. */
function toolTokens(tools: readonly OfferedTool[]): number {
  return sum(
    tools.map((tool) => {
      const known = measuredTools.get(tool.schema)
      const text = `${tool.name}\n${tool.description}`
      if (known?.text === text) return known.tokens
      const tokens = estimateTokens(JSON.stringify(tool))
      measuredTools.set(tool.schema, { text, tokens })
      return tokens
    }),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/**
 * A text within that many estimated tokens; `""` where not even a cut text has room.
 *
 * @param cut cuts a text to a length, and may put a sign of its own in the place of what it took
 */
export function cutToTokens(
  text: string,
  tokens: number,
  cut: (text: string, length: number) => string,
): string {
  let kept = text
  let { length } = text
  for (let size = estimateTokens(kept); size > tokens; size = estimateTokens(kept)) {
    if (length === 0) return ''
    length = Math.min(length - 1, Math.floor((length * tokens) / size))
    kept = cut(text, length)
  }
  return kept
}
