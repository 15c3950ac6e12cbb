import type { Part } from './types.ts'

/** What the person typed, as exports, retries and titles show it: a skill alone is `/name`. */
export function typedText(parts: readonly Part[]): string {
  const skill = parts.find((part) => part.type === 'skill')
  const text = plainText(parts)
  if (!skill) return text
  return text === '' ? `/${skill.name}` : (skill.typed ?? `/${skill.name} `) + text
}

/** The text parts alone. */
export function plainText(parts: readonly Part[]): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n')
}
