/**
 * JSON for `--json`. C1, direction and tag characters are written as `\uXXXX`, so that a terminal cannot
 * be steered by it and a program still reads exactly what was there.
 */
export function printJson(value: unknown, indent: 'lines' | 'one-line' = 'lines'): string {
  const text = JSON.stringify(value, undefined, indent === 'lines' ? 2 : undefined)
  return `${text.replace(unsafe, escaped)}\n`
}

const unsafe =
  /[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

function escaped(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  return units.map((unit) => `\\u${unit}`).join('')
}
