import { skillFileLimit } from '../skill-file.ts'
import { readBody } from './body.ts'
import { type DecodedBytes, decodeBytes } from './decode.ts'
import { type Fence, findFence } from './fence.ts'
import { reportFence } from './fence-problems.ts'
import { readFields } from './fields/index.ts'
import { readFrontmatter } from './frontmatter.ts'
import { originOf } from './origin.ts'
import { Report } from './report.ts'
import { SourcePlaces } from './source.ts'
import type { HeadOptions, ParsedHead, ParsedSkill, ParseOptions, SettledHead } from './types.ts'

/**
 * Reads a whole file: the skill that its frontmatter describes, and the instructions below.
 * Whatever can be read is read, and every repair is a diagnostic; nothing throws.
 *
 * @param input the file's bytes, or its text
 * @param options where the file is, and how strict its place is
 * @returns the skill where there is one, the body, and what is wrong or was repaired
 * @example
 * const text = '---\nname: pdf\ndescription: Fills in forms.\n---\nUse qpdf.'
 * parseSkill(text, { location: '/skills/pdf/SKILL.md' }).skill?.name // → 'pdf'
 */
export function parseSkill(input: Uint8Array | string, options: ParseOptions): ParsedSkill {
  const decoded = decodeBytes(input)
  const places = new SourcePlaces(decoded)
  const report = new Report(options.location, places)
  const size = typeof input === 'string' ? decoded.buffer.length : input.length
  if (isTooLarge(size, report)) return { body: '', diagnostics: report.diagnostics }
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
export function parseHead(
  head: Uint8Array,
  options: HeadOptions & { readonly complete: true },
): SettledHead
export function parseHead(head: Uint8Array, options: HeadOptions): ParsedHead
export function parseHead(head: Uint8Array, options: HeadOptions): ParsedHead {
  // Too short for a mark or a fence.
  if (head.length < 4 && !options.complete) return { kind: 'incomplete' }
  const decoded = decodeBytes(head)
  const places = new SourcePlaces(decoded)
  const report = new Report(options.location, places)
  if (isTooLarge(options.size ?? head.length, report)) {
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

function isTooLarge(size: number, report: Report): boolean {
  if (size <= skillFileLimit) return false
  report.error('bytes/too-large', `The file has ${size} bytes; the limit is ${skillFileLimit}.`, {
    hint: 'Move what is not needed at once into files of their own beside it.',
  })
  return true
}
