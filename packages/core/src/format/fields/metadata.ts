import type { Report } from '../report.ts'
import { isNull } from '../yaml/index.ts'
import type { FieldEntries } from './entries.ts'
import { spanOf } from './text.ts'
import { emptyRecord, toValue, uniquePairs } from './values.ts'

const none: Readonly<Record<string, string>> = Object.freeze(emptyRecord<string>())

/** A map of texts. Values stay as typed; nested ones are kept as JSON. Undefined for another type. */
export function readMetadata(
  entries: FieldEntries,
  report: Report,
): Readonly<Record<string, string>> | undefined {
  const entry = entries.known.metadata
  if (entry === undefined || isNull(entry.value)) return none
  if (entry.value.kind !== 'map') {
    report.warning(
      'field/type',
      '"metadata" is meant to be a map of texts; it is kept as an extra field.',
      {
        at: spanOf(entry),
        hint: 'metadata: { author: "…" }',
      },
    )
    return undefined
  }
  const metadata = emptyRecord<string>()
  const nested: string[] = []
  for (const { key, value } of uniquePairs(entry.value, report)) {
    if (value.kind === 'scalar') metadata[key] = isNull(value) ? '' : value.text
    else {
      metadata[key] = JSON.stringify(toValue(value, report))
      nested.push(key)
    }
  }
  if (nested.length > 0) {
    report.info(
      'field/type',
      `"metadata" holds lists or maps, kept as JSON text: ${nested.join(', ')}.`,
      {
        at: { start: entry.keyStart, end: entry.keyEnd },
        hint: 'The standard allows texts alone.',
      },
    )
  }
  return Object.freeze(metadata)
}
