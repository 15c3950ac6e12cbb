import type { Part } from './types.ts'

/** What the person typed, as exports, retries and titles show it: a skill alone is `/name`. */
export function typedText(parts: readonly Part[]): string {
  const skill = parts.find((part) => part.type === 'skill')
  const text = plainText(parts)
  if (!skill) return text
  return text === '' ? `/${skill.name}` : (skill.typed ?? `/${skill.name} `) + text
}

/**
 * The same with the arguments that stand apart from the text, as an export, a list or a search shows
 * it: `/pdf a.pdf` where a skill was called with them alone.
 */
export function shownText(parts: readonly Part[]): string {
  const typed = typedText(parts)
  const skill = parts.find((part) => part.type === 'skill')
  const given = skill?.arguments === undefined ? '' : argumentsText(skill.arguments)
  if (given === '') return typed
  return plainText(parts) === '' ? `${typed} ${given}` : `${typed}\n\n${given}`
}

/** One raw text for arguments given as a list: a word that holds blanks or quotes is quoted. */
export function argumentsText(given: string | readonly string[]): string {
  if (typeof given === 'string') return given.trim()
  return given.map((word) => (/^[^\s"']+$/u.test(word) ? word : JSON.stringify(word))).join(' ')
}

/** The text parts alone. */
export function plainText(parts: readonly Part[]): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n')
}
