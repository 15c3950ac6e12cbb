/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds
 * or as a date (RFC 9110, 10.2.3). Undefined where it does not say.
 */
export function retryAfter(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const exact = headers['retry-after-ms']?.trim()
  if (exact && /^\d+(\.\d+)?$/.test(exact)) return Math.ceil(Number(exact))
  const value = headers['retry-after']?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000)
  // `-5` and `5, 10` are no dates, although `Date.parse` finds a year in them.
  const date = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
