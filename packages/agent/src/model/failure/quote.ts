import { cutAtPair } from '../../cut-text.ts'

/** The provider's own words, where they help and give nothing away. */

const LONGEST = 200
/** A run of this many characters that also stands in the request is taken to be quoted from it. */
const RUN = 16

const keyLike =
  /\b(?:Bearer|Basic) [\w.~+/=-]{8,}|\b(?:sk|pk|rk|gsk|xai|key|ghp)[-_][\w*.-]{8,}|\bAIza[\w-]{8,}|\b[A-Za-z0-9+/_-]{32,}={0,2}/g

/** Undefined where the words repeat what was sent, hold nothing, or more than a sentence. */
export function quotable(
  said: string,
  sent: unknown,
  secrets: readonly string[] = [],
): string | undefined {
  const line = withoutSequences(said.slice(0, 20 * LONGEST))
    .slice(0, 2 * LONGEST)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  if (line === '' || repeats(line, stringsIn(sent))) return undefined
  const clean = secrets
    .reduce((rest, secret) => rest.split(secret).join('…'), line)
    .replace(keyLike, '…')
  return clean.length <= LONGEST ? clean : `${cutAtPair(clean, LONGEST).trimEnd()}…`
}

/**
 * A terminal's sequences go whole (ECMA-48): colours and cursor, titles and links up to their end,
 * and the two-letter ones. Without this `\u001b[31m` would leave `[31m` behind.
 */
const sequences = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?',
    '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\n\\x07\\x1b\\x80-\\x9f]*(?:\\x07|\\x1b\\\\|\\x9c)',
    '\\x1b[ -/]*[0-~]?',
  ].join('|'),
  'g',
)

const withoutSequences = (text: string): string => text.replace(sequences, '')

function repeats(line: string, sent: readonly string[]): boolean {
  const runs: string[] = []
  for (let at = 0; at + RUN <= line.length; at += 1) runs.push(line.slice(at, at + RUN))
  return sent.some((value) => {
    const flat = withoutSequences(value)
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim()
    // A short message, whole inside the provider's, counts too.
    return flat.length < RUN
      ? flat.length >= 6 && line.includes(flat)
      : runs.some((run) => flat.includes(run))
  })
}

/** What a person or skill wrote in the request: the schemas of tools and the names are ours. */
function stringsIn(sent: unknown): readonly string[] {
  const found: string[] = []
  const visit = (value: unknown, depth: number): void => {
    if (depth > 12) return
    if (typeof value === 'string') found.push(value)
    else if (Array.isArray(value)) for (const item of value) visit(item, depth + 1)
    else if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value)) visit(item, depth + 1)
    }
  }
  if (typeof sent === 'object' && sent !== null) {
    for (const [field, value] of Object.entries(sent)) {
      if (!ours.has(field)) visit(value, 0)
    }
  }
  return found
}

const ours: ReadonlySet<string> = new Set(['model', 'tools', 'tool_choice', 'stream_options'])
