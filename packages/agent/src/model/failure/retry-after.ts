/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds
 * or as a date (RFC 9110, 10.2.3). Undefined where it does not say.
 */
export function retryAfter(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const exact = headers['retry-after-ms']?.trim()
  if (exact && /^\d+(\.\d+)?$/.test(exact)) return atMost(Math.ceil(Number(exact)))
  const value = headers['retry-after']?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return atMost(Math.ceil(Number(value) * 1000))
  // `-5` and `5, 10` are no dates, although `Date.parse` finds a year in them.
  const date = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** More digits than a number holds are still a number for whoever stores it. */
const atMost = (ms: number): number => Math.min(ms, Number.MAX_SAFE_INTEGER)

const units: readonly (readonly [name: string, seconds: number, upTo: number])[] = [
  ['s', 1, 120],
  ['minutes', 60, 120],
  ['hours', 3_600, 48],
  ['days', 86_400, 31],
]

/** When to try again, for people. Nobody waits for the year 9999: that is only `later`. */
export function waitWords(ms: number | undefined): string {
  if (ms === undefined) return 'in a minute'
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  for (const [name, length, upTo] of units) {
    const count = Math.ceil(seconds / length)
    if (count <= upTo) return `in ${count} ${name}`
  }
  return 'later'
}
