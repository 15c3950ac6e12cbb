/** A name or path as it must be typed in a shell, blanks and quotes included. */
export function shellWord(text: string): string {
  if (/^[\p{L}\p{N}._:/@-]+$/u.test(text)) return text
  return `'${text.replaceAll("'", () => `'\\''`)}'`
}
