import type { Report } from '../report.ts'
import type { FieldEntries } from './entries.ts'
import { emptyRecord, type PlainValue, toValue } from './values.ts'

const noExtra: Readonly<Record<string, unknown>> = Object.freeze(emptyRecord<unknown>())

/** Every field that nobody here knows, kept as read, so that others can use it. */
export function readExtra(
  entries: FieldEntries,
  foreignHooks: Readonly<Record<string, PlainValue>> | undefined,
  keepMetadata: boolean,
  report: Report,
): Readonly<Record<string, unknown>> {
  if (entries.unknown.length === 0 && foreignHooks === undefined && !keepMetadata) return noExtra
  const extra = emptyRecord<PlainValue>()
  for (const { key, value } of entries.unknown) extra[key] = toValue(value, report)
  if (foreignHooks !== undefined) extra['hooks'] = foreignHooks
  const metadata = entries.known.metadata
  if (keepMetadata && metadata !== undefined) extra['metadata'] = toValue(metadata.value, report)
  return Object.freeze(extra)
}

export function reportUnknownFields(entries: FieldEntries, report: Report): void {
  for (const { key, keyStart, keyEnd } of entries.unknown) {
    report.info('field/unknown', `"${key}" is no field of the standard; it is kept and not used.`, {
      at: { start: keyStart, end: keyEnd },
      hint: 'Move it under `metadata`.',
    })
  }
}
