import { z } from 'zod'
import { readArguments } from '../../model/index.ts'
import { isPlain } from './plain-outcome.ts'

/** A call's input as its tool takes it, or what is wrong with it, for the model. */
export type CheckedInput =
  | {
      readonly ok: true
      readonly input: unknown
      /** As it was given, where the tool's schema makes something of it that is no JSON. */
      readonly shown: unknown
    }
  | { readonly ok: false; readonly problem: string }

/**
 * Checks a call's input, leniently: models send `null` for what they leave out, numbers as text,
 * one value for a list, or the whole object as JSON text. What still does not fit goes back to
 * the model with every problem named.
 */
export function checkInput(schema: z.ZodType, given: unknown): CheckedInput {
  const unpacked = unpack(given)
  const first = schema.safeParse(unpacked)
  if (first.success) return fitting(first.data, unpacked)
  const repaired = first.error.issues.reduce(repair, withoutNulls(unpacked))
  const second = schema.safeParse(repaired)
  if (second.success) return fitting(second.data, repaired)
  if (typeof unpacked === 'string') {
    return { ok: false, problem: 'The input is not valid JSON. Send one JSON object.' }
  }
  return { ok: false, problem: z.prettifyError(first.error) }
}

function fitting(input: unknown, given: unknown): CheckedInput {
  // What is kept is not what the tool has in its hands, and may change.
  return { ok: true, input, shown: isPlain(input) ? structuredClone(input) : given }
}

function unpack(given: unknown): unknown {
  if (given === undefined || given === null || given === '') return {}
  return typeof given === 'string' ? (readArguments(given) ?? given) : given
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
}

/** Repairs the top-level field that an issue speaks of; deeper ones are the model's to mend. */
function repair(value: unknown, issue: z.core.$ZodIssue): unknown {
  const [field, ...deeper] = issue.path
  if (issue.code !== 'invalid_type' || deeper.length > 0) return value
  if (typeof field !== 'string' || !isRecord(value)) return value
  const present = value[field]
  return present === undefined ? value : { ...value, [field]: converted(present, issue.expected) }
}

function converted(value: unknown, expected: string): unknown {
  const read = typeof value === 'string' ? parsed(value) : undefined
  if (expected === 'number' || expected === 'int') return typeof read === 'number' ? read : value
  if (expected === 'boolean') return typeof read === 'boolean' ? read : value
  if (expected === 'string') return typeof value === 'number' ? String(value) : value
  if (expected === 'array') return Array.isArray(read) ? read : [value]
  return value
}
