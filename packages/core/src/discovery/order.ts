/**
 * Compares by code point, never by locale, so that every machine gives the same order (bug 37).
 * Units of UTF-16 order differently from code points only where one side is a surrogate.
 */
export function byCodePoint(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return rank(a) - rank(b)
  }
  return left.length - right.length
}

/** Moves surrogates, which stand for the code points above U+FFFF, behind every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
