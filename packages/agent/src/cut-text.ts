/*
 * Cuts that part no pair of code units: half of a pair is no text, and no provider, database or
 * file takes it.
 */

/**
 * The beginning of a text.
 *
 * @param length in code units, at most
 * @example
 * cutAtPair('a😀b', 2) // → 'a'
 */
export function cutAtPair(text: string, length: number): string {
  const at = Math.max(0, Math.floor(length))
  return text.slice(0, partsPair(text, at) ? at - 1 : at)
}

/**
 * The end of a text.
 *
 * @param length in code units, at most
 * @example
 * endAtPair('a😀b', 2) // → 'b'
 */
export function endAtPair(text: string, length: number): string {
  const at = Math.max(0, text.length - Math.max(0, Math.floor(length)))
  return text.slice(partsPair(text, at) ? at + 1 : at)
}

function partsPair(text: string, at: number): boolean {
  return at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1))
}
