import {
  type DecodedBytes,
  decodeText,
  describeInvalid,
  firstInvalidByte,
  normaliseLineEnds,
} from './decode.ts'
import type { Report } from './report.ts'
import type { SourcePlaces } from './source.ts'

/** The instructions: blank lines at both ends trimmed, bad bytes as U+FFFD. */
export function readBody(
  decoded: DecodedBytes,
  start: number,
  reportBadBytes: boolean,
  report: Report,
  places: SourcePlaces,
): string {
  const { buffer } = decoded
  const text = decodeText(decoded, start, buffer.length)
  const invalid = reportBadBytes ? firstInvalidByte(decoded, start, buffer.length, text) : -1
  if (invalid !== -1) {
    report.warning(
      'bytes/invalid-utf8',
      `${describeInvalid(decoded, invalid)}; it and others like it are shown as U+FFFD.`,
      { range: places.pointAtByte(invalid), hint: 'Save the file as UTF-8.' },
    )
  }
  return trimBlankLines(normaliseLineEnds(text))
}

function trimBlankLines(text: string): string {
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '\n') start = at + 1
    else if (char !== ' ' && char !== '\t') break
    else if (at === text.length - 1) start = text.length
  }
  let end = text.length
  for (let at = end - 1; at >= start; at--) {
    const char = text[at]
    if (char === '\n') end = at
    else if (char !== ' ' && char !== '\t') break
  }
  return text.slice(start, end)
}
