import type { Range } from '../diagnostic.ts'
import {
  type DecodedBytes,
  decodeBytes,
  decodeText,
  firstInvalidByte,
  normaliseLineEnds,
} from './decode.ts'
import { type Fence, findFence } from './fence.ts'
import { readFields } from './fields/index.ts'
import { originOf } from './origin.ts'
import { Report } from './report.ts'
import { SourcePlaces } from './source.ts'
import type { HeadOptions, ParsedHead, ParsedSkill, ParseOptions } from './types.ts'

/** Bytes a Markdown file may have. */
export const fileLimit = 1_048_576

/** Bytes that may stand between the fences. The longest of 15,723 real ones has 3,493 characters. */
export const frontmatterLimit = 16_384

/**
 * Reads a whole file: the skill that its frontmatter describes, and the instructions below.
 * Whatever can be read is read, and every repair is a diagnostic; nothing throws.
 *
 * @param input the file's bytes, or its text
 * @example
 * const { skill, body, diagnostics } = parseSkill(bytes, { location: '/skills/pdf/SKILL.md' })
 */
export function parseSkill(input: Uint8Array | string, options: ParseOptions): ParsedSkill {
  const decoded = decodeBytes(input)
  const places = new SourcePlaces(decoded)
  const report = new Report(options.location, places)
  if (isTooLarge(input, decoded, report)) return { body: '', diagnostics: report.diagnostics }
  const fence = findFence(decoded.buffer, decoded.start, true)
  const head = readHead(decoded, fence, options, report, places)
  const bodyStart = fence.kind === 'closed' ? fence.bodyStart : decoded.start
  const body = readBody(decoded, bodyStart, head.kind !== 'not-a-skill', report, places)
  const { diagnostics } = report
  return head.kind === 'skill' ? { skill: head.skill, body, diagnostics } : { body, diagnostics }
}

/**
 * Reads a file's first bytes, the frontmatter alone. What it says equals what `parseSkill` says of
 * the whole file, but for bad bytes in the body. While the fence is open and the bytes are not the
 * whole file it answers `incomplete`: read more and ask again.
 */
export function parseHead(head: Uint8Array, options: HeadOptions): ParsedHead {
  const decoded = decodeBytes(head)
  const places = new SourcePlaces(decoded)
  const report = new Report(options.location, places)
  if (isTooLarge(head, decoded, report)) {
    return { kind: 'invalid', diagnostics: report.diagnostics }
  }
  const fence = findFence(decoded.buffer, decoded.start, options.complete)
  if (fence.kind === 'incomplete') return { kind: 'incomplete' }
  const read = readHead(decoded, fence, options, report, places)
  return read.kind === 'not-a-skill' ? read : { ...read, diagnostics: report.diagnostics }
}

type ReadHead =
  | { readonly kind: 'skill'; readonly skill: NonNullable<ParsedSkill['skill']> }
  | { readonly kind: 'invalid'; readonly name?: string }
  | { readonly kind: 'not-a-skill' }

function readHead(
  decoded: DecodedBytes,
  fence: Fence,
  options: ParseOptions,
  report: Report,
  places: SourcePlaces,
): ReadHead {
  const origin = originOf(options)
  if (fence.kind !== 'closed') {
    if (fence.kind === 'missing' && !origin.naming.isSkillFile) return { kind: 'not-a-skill' }
    reportFence(fence, decoded, origin.naming.fallback, report, places)
    return { kind: 'invalid' }
  }
  const text = readFrontmatter(decoded, fence, report, places)
  if (text === undefined) return { kind: 'invalid' }
  const { name, skill } = readFields(text, origin, report)
  return skill === undefined ? { kind: 'invalid', name } : { kind: 'skill', skill }
}

/** The text between the fences, undefined where its bytes are unreadable or too many. */
function readFrontmatter(
  decoded: DecodedBytes,
  fence: Fence & { kind: 'closed' },
  report: Report,
  places: SourcePlaces,
): string | undefined {
  const { open, yamlStart, yamlEnd } = fence
  const size = yamlEnd - yamlStart
  if (size > frontmatterLimit) {
    report.error(
      'bytes/too-large',
      `The frontmatter has ${size} bytes; the limit is ${frontmatterLimit}.`,
      {
        range: places.lineAtByte(open, open + 3),
        hint: 'Move what the model should read below the closing `---`.',
      },
    )
    return undefined
  }
  places.setFrontmatter(yamlStart, yamlEnd)
  const text = decodeText(decoded, yamlStart, yamlEnd)
  if (hasBadByte(decoded, fence, text, report, places)) return undefined
  if (decoded.mark === 'utf-16') reportUtf16(report, places, open)
  if (open > decoded.start) {
    report.warning('fence/late', 'The opening `---` is not the first line.', {
      range: places.lineAtByte(open, open + 3),
      hint: 'Remove what stands above it: most clients do not see the frontmatter otherwise.',
    })
  }
  return normaliseLineEnds(text)
}

function hasBadByte(
  decoded: DecodedBytes,
  { yamlStart, yamlEnd }: Fence & { kind: 'closed' },
  text: string,
  report: Report,
  places: SourcePlaces,
): boolean {
  const invalid = firstInvalidByte(decoded, yamlStart, yamlEnd, text)
  if (invalid !== -1) {
    report.error('bytes/invalid-utf8', `The byte at offset ${invalid} is not UTF-8.`, {
      range: pointAt(places, invalid),
      hint: 'Save the file as UTF-8.',
    })
    return true
  }
  if (!text.includes('\0')) return false
  const nul = decoded.buffer.indexOf(0, yamlStart)
  report.error('bytes/nul', `The frontmatter holds a NUL byte at offset ${nul}.`, {
    range: pointAt(places, nul),
    hint: 'Remove it, or save the file as UTF-8.',
  })
  return true
}

/** The instructions: blank lines at both ends trimmed, bad bytes as U+FFFD. */
function readBody(
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
      `The byte at offset ${invalid} is not UTF-8; it and others like it are shown as U+FFFD.`,
      { range: pointAt(places, invalid), hint: 'Save the file as UTF-8.' },
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

function isTooLarge(input: Uint8Array | string, decoded: DecodedBytes, report: Report): boolean {
  const size = typeof input === 'string' ? decoded.buffer.length : input.length
  if (size <= fileLimit) return false
  report.error('bytes/too-large', `The file has ${size} bytes; the limit is ${fileLimit}.`, {
    hint: 'Move what is not needed at once into files of their own beside it.',
  })
  return true
}

function reportFence(
  fence: Fence,
  decoded: DecodedBytes,
  name: string,
  report: Report,
  places: SourcePlaces,
): void {
  if (fence.kind === 'language') {
    const tag = decodeText(decoded, fence.open + 3, Math.min(fence.end, fence.open + 43))
    report.error('fence/language', `Frontmatter in "${tag.trimEnd()}" is never run or read.`, {
      range: places.lineAtByte(fence.open, fence.end),
      hint: 'Write the frontmatter in YAML, between two lines that are exactly `---`.',
    })
  } else if (fence.kind === 'unclosed') {
    report.error('fence/unclosed', 'The frontmatter never ends: no later line is exactly `---`.', {
      range: places.lineAtByte(fence.open, fence.open + 3),
      hint: 'Add a line `---` below the last field.',
    })
  } else {
    report.error('fence/missing', 'There is no frontmatter: the first line is not `---`.', {
      range: pointAt(places, decoded.start),
      hint: `Add at the top:\n---\nname: ${name}\ndescription: What it does. Use when …\n---`,
    })
  }
}

function reportUtf16(report: Report, places: SourcePlaces, open: number): void {
  report.warning('bytes/utf-16', 'The file is UTF-16, which most clients cannot read.', {
    range: pointAt(places, open),
    hint: 'Save it as UTF-8.',
  })
}

function pointAt(places: SourcePlaces, byte: number): Range {
  const place = places.ofByte(byte)
  return { start: place, end: place }
}
