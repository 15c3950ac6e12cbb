import type { Language } from '@skillet/core'
import { wordingOf } from '../prompt/index.ts'
import type { Part } from '../store/types.ts'

/** Characters of a shortened text that remain, at its beginning and its end. */
const head = 600
const tail = 300

/** Whether there is anything to leave out of a call. A skill's text is never shortened. */
export function isLong({ input, result }: Extract<Part, { type: 'tool' }>): boolean {
  const outcome = result?.kind === 'outcome' ? result.outcome : undefined
  if (outcome?.activate) return false
  return isLongText(outcome?.text ?? '') || outcome?.image !== undefined || hasLongText(input)
}

function hasLongText(input: unknown): boolean {
  if (typeof input === 'string') return isLongText(input)
  return typeof input === 'object' && input !== null && Object.values(input).some(hasLongText)
}

function isLongText(text: string): boolean {
  return text.length >= 2 * head + tail
}

/**
 * A text of which the middle is left out, with a note that says how much. A text that is hardly
 * longer than what remains stays as it is.
 */
export function shortenText(text: string, language: Language | undefined): string {
  if (!isLongText(text)) return text
  const left = text.length - head - tail
  const note = wordingOf(language).shortened(left)
  return `${beginning(text)}\n${note}\n${end(text)}`
}

/** The same for every text in a call's input: a file that was written is on the disk. */
export function shortenInput(input: unknown, language: Language | undefined): unknown {
  if (typeof input === 'string') return shortenText(input, language)
  if (Array.isArray(input)) return input.map((item) => shortenInput(item, language))
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, shortenInput(value, language)]),
  )
}

/** No half of a pair of code units is left behind. */
function beginning(text: string): string {
  return text.slice(0, isPair(text, head) ? head - 1 : head)
}

function end(text: string): string {
  const at = text.length - tail
  return text.slice(isPair(text, at) ? at + 1 : at)
}

function isPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
