import { cleanText } from '../screen/clean.ts'

/**
 * A rule exactly as it is kept and can be written in settings. One of several lines is shown as the
 * JSON text that settings would hold.
 */
export function ruleText(rule: string): string {
  return /[\n\r\t]/u.test(rule) ? cleanText(JSON.stringify(rule)) : cleanText(rule)
}

/** A rule as one word of a shell command. */
export function ruleForShell(rule: string): string {
  if (!/[\n\r\t]/u.test(rule)) return `'${cleanText(rule).replaceAll("'", () => `'\\''`)}'`
  const escaped = rule.replace(/[\\'\n\r\t]/gu, (letter) => shellEscapes[letter] ?? letter)
  return `$'${cleanText(escaped)}'`
}

const shellEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
