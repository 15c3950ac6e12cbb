import { editDistance } from '../../edit-distance.ts'
import type { Report } from '../report.ts'
import type { FieldEntries, FieldEntry } from './entries.ts'
import { type KnownField, knownFields } from './known.ts'

/**
 * Warns where an unknown field looks like a slip of a known one that is not there (bug 8). A slip of
 * `name` or `description` counts as that field, since the skill would be lost for a letter; no other
 * does, since it would change what the skill may do.
 */
export function mendNearMisses(entries: FieldEntries, report: Report): FieldEntries {
  if (entries.unknown.length === 0) return entries
  const slips = new Map<KnownField, FieldEntry>()
  for (const entry of entries.unknown) {
    const meant = nearestField(entry.key)
    if (meant === undefined || entries.known[meant] !== undefined || slips.has(meant)) continue
    slips.set(meant, entry)
    const message = mends(meant) ? 'is read as' : 'is not a field; Skillet knows'
    report.warning('field/near-miss', `"${entry.key}" ${message} "${meant}".`, {
      at: { start: entry.keyStart, end: entry.keyEnd },
      hint: rightSpelling(meant, entry, entries.text),
    })
  }
  const mended = [...slips].filter(([meant]) => mends(meant))
  if (mended.length === 0) return entries
  const isMended = (entry: FieldEntry) => mended.some(([, slip]) => slip === entry)
  return {
    ...entries,
    known: { ...entries.known, ...Object.fromEntries(mended) },
    unknown: entries.unknown.filter((entry) => !isMended(entry)),
  }
}

function mends(field: KnownField): boolean {
  return field === 'name' || field === 'description'
}

/** The whole line to write instead, or its key where the value has several lines. */
function rightSpelling(field: KnownField, entry: FieldEntry, source: string): string {
  const value = source.slice(entry.value.start, entry.value.end)
  return value === '' || value.includes('\n') ? `${field}: …` : `${field}: ${value}`
}

const candidates = knownFields.map((field) => ({
  field,
  bare: bareLetters(field),
  letters: lettersOf(field),
  limit: field.length > 5 ? 2 : 1,
}))

/**
 * What was found for a key. Thousands of skills share some dozens of other clients' fields, and the
 * answer follows from the key alone.
 */
const found = new Map<string, KnownField | undefined>()
const mostFound = 500

function nearestField(key: string): KnownField | undefined {
  if (found.has(key)) return found.get(key)
  const nearest = findNearest(key)
  if (found.size < mostFound && key.length <= 64) found.set(key, nearest)
  return nearest
}

/**
 * In another case or with other hyphens (`disableModelInvocation`), or two edits apart at most, one
 * for short names: `date` is no slip of `name`.
 */
function findNearest(key: string): KnownField | undefined {
  const bare = bareLetters(key)
  const same = candidates.find((candidate) => candidate.bare === bare)
  return same === undefined ? findSlip(key.toLowerCase()) : same.field
}

function bareLetters(key: string): string {
  return key.toLowerCase().replaceAll(/[-_ ]/g, () => '')
}

function findSlip(key: string): KnownField | undefined {
  const letters = lettersOf(key)
  let nearest: KnownField | undefined
  let least = 3
  for (const candidate of candidates) {
    const limit = Math.min(least - 1, candidate.limit)
    if (Math.abs(candidate.field.length - key.length) > limit) continue
    // One edit changes at most two of the letters that occur: a cheap look before the real one.
    if (countBits(candidate.letters ^ letters) > 2 * limit) continue
    const distance = editDistance(key, candidate.field, limit)
    if (distance <= limit) {
      nearest = candidate.field
      least = distance
    }
  }
  return nearest
}

/** The letters that occur, as bits. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
