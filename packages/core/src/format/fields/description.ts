import type { Report } from '../report.ts'
import type { FieldEntries, FieldEntry } from './entries.ts'
import { missedDescription } from './missed-line.ts'
import { readText, spanOf } from './text.ts'
import { codePoints } from './values.ts'

const descriptionLimit = 1024
const compatibilityLimit = 500

/** Trimmed; `''` where it is missing, which only the `any-markdown` layout allows. */
export function readDescription(
  entries: FieldEntries,
  isOptional: boolean,
  report: Report,
): string {
  const typed = readText(entries, 'description', report) ?? ''
  const description = isVisible(typed) ? typed : ''
  const entry = entries.known.description
  if (description === '') {
    const missed = entry === undefined ? missedDescription(entries.text) : undefined
    const remark = {
      at: missed?.at ?? (entry === undefined ? { start: 0, end: 0 } : spanOf(entry)),
      hint: missed?.hint ?? 'description: "What it does. Use when …"',
    }
    if (missed && !isOptional) {
      report.error('description/missing', `There is no "description": ${missed.why}.`, remark)
    } else if (isOptional) {
      report.info(
        'description/missing',
        'Without a "description" only people can call the skill.',
        remark,
      )
    } else {
      report.error(
        'description/missing',
        'There is no "description", so nobody can tell when to use the skill.',
        remark,
      )
    }
  } else if (entry !== undefined) {
    checkLength(description, descriptionLimit, 'description/too-long', entry, report)
  }
  return description
}

/** Whether a person would see anything: blanks of any script and unseen characters say nothing. */
function isVisible(text: string): boolean {
  const first = text.charCodeAt(0)
  return (first > 32 && first < 127) || /[^\p{White_Space}\p{Cf}\u2800\u3164]/u.test(text)
}

function checkLength(
  text: string,
  limit: number,
  code: 'description/too-long' | 'compatibility/too-long',
  entry: FieldEntry,
  report: Report,
): void {
  if (text.length <= limit) return
  const length = codePoints(text)
  if (length <= limit) return
  report.warning(code, `"${entry.key}" has ${length} characters; the limit is ${limit}.`, {
    at: spanOf(entry),
    hint: 'Shorten it; details belong in the text below the frontmatter.',
  })
}

export function readCompatibility(entries: FieldEntries, report: Report): string | undefined {
  const entry = entries.known.compatibility
  if (entry === undefined) return undefined
  const text = readText(entries, 'compatibility', report)
  if (text !== undefined) {
    checkLength(text, compatibilityLimit, 'compatibility/too-long', entry, report)
  }
  return text
}
