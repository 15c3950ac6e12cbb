/** A time in ISO 8601; one that no calendar has, beyond some 270,000 years, as the number that it is. */
export function timeText(milliseconds: number): string {
  const time = new Date(milliseconds)
  return Number.isNaN(time.getTime()) ? String(milliseconds) : time.toISOString()
}
