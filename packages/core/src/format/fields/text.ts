import type { Report } from '../report.ts'
import { isNull } from '../yaml/index.ts'
import type { FieldEntries, FieldEntry } from './entries.ts'
import type { KnownField } from './known.ts'
import { quoted } from './quote.ts'
import { trimBlanks } from './values.ts'

/**
 * A field that is a string. A list or map is what YAML made of brackets somebody meant as text
 * (`argument-hint: [issue]`, bug 4), so it counts as typed. Undefined where the field says nothing.
 */
export function readText(
  entries: FieldEntries,
  field: KnownField,
  report: Report,
): string | undefined {
  const entry = entries.known[field]
  if (entry === undefined || isNull(entry.value)) return undefined
  const text = trimBlanks(textOf(entry, entries.text))
  if (entry.value.kind !== 'scalar' && field !== 'argument-hint') {
    report.warning('field/type', `"${entry.key}" is meant to be text, so it is read as typed.`, {
      at: spanOf(entry),
      hint: `${entry.key}: ${quoted(text)}`,
    })
  }
  return text === '' ? undefined : text
}

function textOf({ value }: FieldEntry, source: string): string {
  return value.kind === 'scalar' ? value.text : source.slice(value.start, value.end)
}

export function spanOf(entry: FieldEntry): { start: number; end: number } {
  return { start: entry.keyStart, end: Math.max(entry.keyEnd, entry.value.end) }
}
