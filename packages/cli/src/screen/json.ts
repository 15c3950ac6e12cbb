/**
 * JSON for `--json`. C1 and direction characters are written as `\uXXXX`, so that a terminal cannot
 * be steered by it and a program still reads exactly what was there.
 */
export function printJson(value: unknown, indent: 'lines' | 'one-line' = 'lines'): string {
  const text = JSON.stringify(value, undefined, indent === 'lines' ? 2 : undefined)
  return `${text.replace(unsafe, escaped)}\n`
}

const unsafe = /[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
