/**
 * Freezes a plain record with all that it holds. What is frozen already is taken to be so to its
 * depths: skills come frozen from the format, and walking into them would read fields that are
 * better read late.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  // Neither loop makes a list of its own: there are tens of thousands of records.
  if (Array.isArray(value)) for (const part of value) deepFreeze(part)
  else for (const key in value) deepFreeze(value[key])
  return value
}
