import { cleanText } from '../screen/clean.ts'

/**
 * A rule exactly as it is kept and can be written in settings. One of several lines is shown as the
 * JSON text that settings would hold.
 */
export function ruleText(rule: string): string {
  return /[\n\r\t]/u.test(rule) ? cleanText(JSON.stringify(rule)) : cleanText(rule)
}
