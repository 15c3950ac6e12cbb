import type { Report } from '../report.ts'
import type { FieldEntries } from './entries.ts'
import type { KnownField } from './known.ts'
import { spanOf } from './text.ts'

const spellings: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['off', false],
  ['0', false],
])

export interface Flags {
  readonly modelInvocable: boolean
  readonly userInvocable: boolean
}

/** Both flags keep somebody from calling a skill, so what cannot be read closes the door (bug 7). */
export function readFlags(entries: FieldEntries, report: Report): Flags {
  const disabled = readFlag(entries, 'disable-model-invocation', true, report) ?? false
  const userInvocable = readFlag(entries, 'user-invocable', false, report) ?? true
  return { modelInvocable: !disabled, userInvocable }
}

function readFlag(
  entries: FieldEntries,
  field: KnownField,
  restrictive: boolean,
  report: Report,
): boolean | undefined {
  const entry = entries.known[field]
  if (entry === undefined) return undefined
  const { value } = entry
  const text = value.kind === 'scalar' ? value.text.toLowerCase() : undefined
  const flag = text === undefined ? undefined : spellings.get(text)
  if (flag !== undefined) return flag
  report.warning(
    'flags/unreadable',
    `"${entry.key}" is neither true nor false, so it counts as ${restrictive}.`,
    {
      at: spanOf(entry),
      hint: `${entry.key}: ${restrictive}`,
    },
  )
  return restrictive
}
