/** Texts of others inside the Markdown that guided prints. */

/** Inline code that nothing in the text can close. Line breaks become blanks. */
export function codeSpan(text: string): string {
  const line = text
    .split('\n')
    .map((part) => part.trim())
    .join(' ')
    .trim()
  const runs = line.match(/`+/g) ?? []
  const longest = runs.reduce((most, run) => Math.max(most, run.length), 0)
  const ticks = '`'.repeat(longest + 1)
  const room = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${ticks}${room}${line}${room}${ticks}`
}

/** One line that Markdown shows exactly as it is. */
export function plainText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&]/g, (mark) => `\\${mark}`)
}

/** The first `length` characters, never half of one. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= length
    ? line
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
