import { estimateTokens } from '@skillet/core'
import { cutAtPair, endAtPair } from '../../cut-text.ts'
import { plainText, typedText } from '../../store/index.ts'
import type { Message, Part } from '../../store/types.ts'
import { cutToTokens } from './size.ts'

/** Characters of one part, where all are short enough together. */
const longestPart = 6_000
/** Less than this says nothing. */
const shortestPart = 200

/**
 * What a summary is made from: who said and did what. Skills, knowledge and reasoning stay out;
 * where it is too long, each part is cut in its middle, down to what still says something.
 *
 * @param tokens estimated, at most
 */
export function conversationExcerpt(messages: readonly Message[], tokens: number): string {
  for (let limit = longestPart; ; limit = Math.floor(limit / 2)) {
    const text = messages
      .map((message) => messageExcerpt(message, limit))
      .filter((one) => one !== '')
      .join('\n\n')
    if (estimateTokens(text) <= tokens) return text
    // Letters cost differently, so what is left of them is cut once more where it has to be.
    if (limit < shortestPart) return cutToTokens(text, tokens, cutMiddle)
  }
}

function messageExcerpt(message: Message, limit: number): string {
  if (message.role === 'user') return `user: ${cutMiddle(userText(message), limit)}`
  const said = message.parts.map((part) => answerPart(part, limit)).filter((text) => text !== '')
  return said.length === 0 ? '' : `assistant: ${said.join('\n')}`
}

function userText({ parts }: Message): string {
  const files = parts.flatMap((part) =>
    part.type === 'attachment' ? [`[file ${JSON.stringify(part.name)}]`] : [],
  )
  return [...files, typedText(parts)].filter((text) => text !== '').join('\n')
}

function answerPart(part: Part, limit: number): string {
  if (part.type === 'text') return cutMiddle(plainText([part]), limit)
  if (part.type !== 'tool') return ''
  const called = `[${part.tool} ${cutMiddle(JSON.stringify(part.input) ?? '', limit / 4)}]`
  const { result } = part
  if (!result) return `${called} interrupted`
  if (result.kind === 'denied') {
    return `${called} refused, did not run: ${JSON.stringify(cutMiddle(result.reason, limit / 4))}`
  }
  const { outcome } = result
  // A skill's text is never summarised: it stands in the system prompt from here on.
  if (outcome.activate) return `[the skill ${JSON.stringify(outcome.activate.name)} was loaded]`
  return `${called} ${outcome.ok ? 'gave' : 'failed'}: ${cutMiddle(outcome.text, limit / 4)}`
}

function cutMiddle(text: string, longest: number): string {
  const limit = Math.max(0, Math.floor(longest))
  if (text.length <= limit) return text
  const half = Math.floor(limit / 2)
  return `${cutAtPair(text, half)} […] ${endAtPair(text, half)}`
}
