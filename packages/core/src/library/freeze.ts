/**
 * Freezes a plain record with all that it holds. What is frozen already is taken to be so to its
 * depths: skills come frozen from the format, and walking into them would read fields that are
 * better read late.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) deepFreeze(part)
  return value
}
