/** How names are compared, typed and ordered, the same on every route. Pure: the browser uses it too. */

/**
 * Folds a name for look-up: NFKC, lower case, and NFKC again, since lower case can undo it. Throws
 * nothing.
 *
 * @param name as written
 * @returns the text that names are compared by
 * @example
 * normaliseName('ＰＤＦ') // → 'pdf'
 */
export function normaliseName(name: string): string {
  if (isPlainName(name)) return name
  return name.normalize('NFKC').toLowerCase().normalize('NFKC')
}

/**
 * A name as a person can type it: folded, blanks as hyphens. Throws nothing.
 *
 * @param name as written
 * @returns what stands after the slash
 * @example
 * slug('My Notes') // → 'my-notes'
 */
export function slug(name: string): string {
  return normaliseName(name).trim().replace(/\s+/g, '-')
}

/** Lower-case ASCII letters, digits and single inner hyphens: nothing to fold, nothing to report. */
export function isPlainName(name: string): boolean {
  let hyphen = true
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    const isPlain = (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
    if (!isPlain && (code !== 45 || hyphen)) return false
    hyphen = !isPlain
  }
  return !hyphen
}

/**
 * The name that the standard would accept in place of this one: letters and digits in lower case,
 * single hyphens between them, at most 64 characters. Empty where it holds no letter or digit.
 */
export function validName(name: string): string {
  if (isPlainName(name) && name.length <= nameLimit) return name
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]/u)
  const joined = words.filter((word) => word !== '').join('-')
  return Array.from(joined).slice(0, nameLimit).join('').replace(/-$/, '')
}

/** Characters that a name may have. */
export const nameLimit = 64

/**
 * Compares by code point, never by locale, so that every machine gives the same order.
 * Units of UTF-16 order differently from code points only where one side is a surrogate. Throws
 * nothing.
 *
 * @param left one text
 * @param right the other one
 * @returns below 0, 0 or above 0, as `sort` wants it
 * @example
 * ['b', 'a', 'B'].sort(byCodePoint) // → ['B', 'a', 'b']
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
