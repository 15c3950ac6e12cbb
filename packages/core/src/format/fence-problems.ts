import { type DecodedBytes, decodeText } from './decode.ts'
import { type Fence, frontmatterLimit } from './fence.ts'
import { explainMissingFence, missingFenceReach } from './fence-missing.ts'
import type { Report } from './report.ts'
import type { SourcePlaces } from './source.ts'

/** Says why a file has no readable frontmatter, and what to write. */
export function reportFence(
  fence: Fence,
  decoded: DecodedBytes,
  name: string,
  report: Report,
  places: SourcePlaces,
): void {
  if (fence.kind === 'language') {
    const tag = decodeText(decoded, fence.open + 3, Math.min(fence.end, fence.open + 43))
    report.error('fence/language', `Frontmatter in "${tag.trimEnd()}" is never run or read.`, {
      range: places.betweenBytes(fence.open, fence.end),
      hint: 'Write the frontmatter in YAML, between two lines that are exactly `---`.',
    })
  } else if (fence.kind === 'too-long') {
    report.error(
      'bytes/too-large',
      `The frontmatter goes on for ${fence.bytes} bytes or more; the limit is ${frontmatterLimit}.`,
      {
        range: places.betweenBytes(fence.open, fence.open + 3),
        hint: 'Add a line `---` below the last field, or move what is long below it.',
      },
    )
  } else if (fence.kind === 'unclosed') {
    report.error('fence/unclosed', 'The frontmatter never ends: no later line is exactly `---`.', {
      range: places.betweenBytes(fence.open, fence.open + 3),
      hint: 'Add a line `---` below the last field.',
    })
  } else {
    const text = decodeText(decoded, decoded.start, decoded.start + missingFenceReach)
    const { message, hint } = explainMissingFence(text, name)
    report.error('fence/missing', message, { range: places.pointAtByte(decoded.start), hint })
  }
}
