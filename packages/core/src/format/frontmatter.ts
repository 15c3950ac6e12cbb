import {
  type DecodedBytes,
  decodeText,
  describeInvalid,
  firstInvalidByte,
  normaliseLineEnds,
} from './decode.ts'
import { type Fence, frontmatterLimit } from './fence.ts'
import type { Report } from './report.ts'
import type { SourcePlaces } from './source.ts'

export type ClosedFence = Extract<Fence, { readonly kind: 'closed' }>

/** The text between the fences, undefined where its bytes are unreadable or too many. */
export function readFrontmatter(
  decoded: DecodedBytes,
  fence: ClosedFence,
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
        range: places.betweenBytes(open, open + 3),
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
      range: places.betweenBytes(open, open + 3),
      hint: 'Remove what stands above it: most clients do not see the frontmatter otherwise.',
    })
  }
  return normaliseLineEnds(text)
}

function hasBadByte(
  decoded: DecodedBytes,
  { yamlStart, yamlEnd }: ClosedFence,
  text: string,
  report: Report,
  places: SourcePlaces,
): boolean {
  const invalid = firstInvalidByte(decoded, yamlStart, yamlEnd, text)
  if (invalid !== -1) {
    report.error('bytes/invalid-utf8', `${describeInvalid(decoded, invalid)}.`, {
      range: places.pointAtByte(invalid),
      hint: 'Save the file as UTF-8.',
    })
    return true
  }
  if (!text.includes('\0')) return false
  const nul = decoded.buffer.indexOf(0, yamlStart)
  report.error('bytes/nul', `The frontmatter holds a NUL byte at offset ${nul}.`, {
    range: places.pointAtByte(nul),
    hint: 'Remove it, or save the file as UTF-8.',
  })
  return true
}

function reportUtf16(report: Report, places: SourcePlaces, open: number): void {
  report.warning('bytes/utf-16', 'The file is UTF-16, which most clients cannot read.', {
    range: places.pointAtByte(open),
    hint: 'Save it as UTF-8.',
  })
}
