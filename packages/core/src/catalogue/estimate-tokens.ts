/**
 * Estimates how many tokens a text costs: 3.5 ASCII characters a token, one token for each other
 * code point. Every size that Skillet shows is made with it. Throws nothing.
 *
 * @param text any text
 * @returns whole tokens
 * @example
 * estimateTokens('skill 技能') // → 4
 */
export function estimateTokens(text: string): number {
  let ascii = 0
  let others = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) ascii++
    else if (!isSecondOfPair(text, index, unit)) others++
  }
  return Math.ceil(ascii / 3.5) + others
}

function isSecondOfPair(text: string, index: number, unit: number): boolean {
  if (unit < 0xdc00 || unit > 0xdfff) return false
  const before = text.charCodeAt(index - 1)
  return before >= 0xd800 && before <= 0xdbff
}
