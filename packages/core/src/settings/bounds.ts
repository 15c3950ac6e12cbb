/**
 * How much one setting holds, wherever it is read or written: in a file, over HTTP, and in
 * `docs/settings.schema.json`, which a test compares. A text has at least one letter that is no
 * blank, and no control character.
 */
export const settingBounds = {
  /** Characters of a name: of a model, a provider or a header. */
  longestName: 200,
  /** Characters of a name, glob or path that turns skills off and on. */
  longestPattern: 256,
  /** Characters of a path, an address, a key or a header's value. */
  longestText: 4_096,
  /** Characters of a rule, which may hold a whole command and its line breaks. */
  longestRule: 32_768,
  /** Entries of a list, members of an object. Nobody types more, and each skill meets each. */
  mostEntries: 1_000,
  /** Of steps, folders, milliseconds: timers take no more. */
  largestNumber: 2_147_483_647,
  /** US dollars for a million tokens. */
  highestPrice: 1_000_000,
} as const

/** A settings file is written by hand; one with more bytes than this is something else. */
export const largestSettingsFile = 1024 * 1024
