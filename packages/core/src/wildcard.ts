/**
 * Compares a text with a pattern in which `*` stands for any text and `?` for one character.
 *
 * Patterns come from repositories, and a matcher that backtracks over several stars can be kept
 * busy for seconds by a few letters. This one goes back to the latest star alone, so its time is
 * bounded by the product of both lengths.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const wanted = Array.from(pattern)
  const given = Array.from(text)
  let at = 0
  let star = -1
  let resume = 0
  for (let position = 0; position < given.length; ) {
    const letter = wanted[at]
    if (letter === '*') {
      star = at
      resume = position
      at += 1
    } else if (letter !== undefined && (letter === '?' || letter === given[position])) {
      at += 1
      position += 1
    } else if (star >= 0) {
      at = star + 1
      resume += 1
      position = resume
    } else {
      return false
    }
  }
  return wanted.slice(at).every((letter) => letter === '*')
}

export function hasWildcard(pattern: string): boolean {
  return pattern.includes('*') || pattern.includes('?')
}
