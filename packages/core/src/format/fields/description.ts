import type { Report } from '../report.ts'
import type { FieldEntries, FieldEntry } from './entries.ts'
import { indentedLine } from './indented.ts'
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
  const entry = entries.known.get('description')
  if (description === '') {
    const indented = entry === undefined ? indentedLine(entries.text, 'description') : undefined
    const remark = {
      at: indented?.at ?? (entry === undefined ? { start: 0, end: 0 } : spanOf(entry)),
      hint: indented
        ? 'Begin the line with `description:`, with nothing before it.'
        : 'description: "What it does. Use when …"',
    }
    if (indented && !isOptional) {
      report.error(
        'description/missing',
        `There is no "description": ${indented.blanks} before it, so it counts as a part of the field above.`,
        remark,
      )
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
  const entry = entries.known.get('compatibility')
  if (entry === undefined) return undefined
  const text = readText(entries, 'compatibility', report)
  if (text !== undefined) {
    checkLength(text, compatibilityLimit, 'compatibility/too-long', entry, report)
  }
  return text
}
