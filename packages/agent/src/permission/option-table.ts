/** Options of a program that make it run or write something. */
export interface OptionTable {
  /** Long options (and long options with one dash) that run or write; abbreviations count too. */
  readonly long: readonly string[]
  /** Letters that do so as a short option, also in a cluster such as `-xo`. */
  readonly short: string
}

/** Whether a word is one of these options, abbreviated or in a cluster. */
export function isDangerous(word: string, table: OptionTable): boolean {
  if (!word.startsWith('-') || word === '-' || word === '--') return false
  const option = word.split('=', 1)[0] ?? word
  if (word.startsWith('--')) {
    // Long options may be abbreviated, so whatever one of them starts with counts as it.
    return table.long.some(
      (long) => long === option || (option.length > 2 && long.startsWith(option)),
    )
  }
  if (table.long.includes(option)) return true
  return hasLetter(word.slice(1), table.short)
}

/**
 * Whether a word is one of these long options, with any number of dashes and shortened, as npm takes
 * them; one or two letters are no long option.
 */
export function isOptionOf(word: string, long: readonly string[]): boolean {
  if (!/^-+[^-=]{3}/u.test(word)) return false
  const name = (word.split(/[=.]/u, 1)[0] ?? word).replace(/^-+/u, '--')
  return long.some((option) => option.startsWith(name))
}

/** A letter anywhere in a cluster: what follows a short option that takes a value is not told apart. */
export function hasLetter(cluster: string, letters: string): boolean {
  return Array.from(cluster).some((letter) => letters.includes(letter))
}
