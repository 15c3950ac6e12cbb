import { estimateTokens } from '@skillet/core'
import { plainText, typedText } from '../../store/index.ts'
import type { Message, Part } from '../../store/types.ts'

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
    const size = estimateTokens(text)
    if (size <= tokens) return text
    // Letters cost differently, so what is left of them is cut once more where it has to be.
    if (limit < shortestPart) return cutToTokens(text, tokens)
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
  if (result.kind === 'denied') return `${called} refused: ${cutMiddle(result.reason, limit / 4)}`
  const { outcome } = result
  // A skill's text is never summarised: it stands in the system prompt from here on.
  if (outcome.activate) return `[the skill ${JSON.stringify(outcome.activate.name)} was loaded]`
  return `${called} ${outcome.ok ? 'gave' : 'failed'}: ${cutMiddle(outcome.text, limit / 4)}`
}

function cutToTokens(text: string, tokens: number): string {
  let cut = text
  for (
    let size = estimateTokens(cut);
    size > tokens && cut.length > 1;
    size = estimateTokens(cut)
  ) {
    cut = cutMiddle(text, Math.min(cut.length - 8, (cut.length * tokens) / size))
  }
  return cut
}

function cutMiddle(text: string, longest: number): string {
  const limit = Math.max(0, Math.floor(longest))
  if (text.length <= limit) return text
  const half = Math.floor(limit / 2)
  return wholePairs(`${text.slice(0, half)} […] ${text.slice(text.length - half)}`)
}

/** Without halves of pairs that a cut left behind, which no provider takes. */
export function wholePairs(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '')
}
