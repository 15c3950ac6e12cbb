import { escapeHidden } from '@skillet/core/text'

/**
 * JSON for `--json`. C1, direction and tag characters are written as `\uXXXX`, so that a terminal cannot
 * be steered by it and a program still reads exactly what was there.
 */
export function printJson(value: unknown, indent: 'lines' | 'one-line' = 'lines'): string {
  const text = JSON.stringify(value, undefined, indent === 'lines' ? 2 : undefined)
  return `${escapeHidden(text)}\n`
}
