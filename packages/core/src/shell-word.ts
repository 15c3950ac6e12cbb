/**
 * A name or path as it must be typed in a shell, blanks and quotes included. Throws nothing.
 *
 * @param text a name or a path
 * @returns the same where it needs no quotes, else in single quotes
 * @example
 * shellWord('my skill') // → "'my skill'"
 */
export function shellWord(text: string): string {
  if (/^[\p{L}\p{N}._:/@-]+$/u.test(text)) return text
  return `'${text.replaceAll("'", () => `'\\''`)}'`
}
