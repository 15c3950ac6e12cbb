import { cleanText } from './clean.ts'
import type { Style } from './terminal.ts'

/** A unified diff, coloured, with its `+` and `-` kept for those who see no colour. */
export function renderDiff(diff: string, style: Style): string {
  return cleanText(diff)
    .replace(/\n+$/u, '')
    .split('\n')
    .map((line) => colourLine(line, style))
    .join('\n')
}

/** One line of a cleaned diff. */
export function colourLine(line: string, style: Style): string {
  if (line.startsWith('+++') || line.startsWith('---')) return style.dim(line)
  if (line.startsWith('@@')) return style.cyan(line)
  if (line.startsWith('+')) return style.green(line)
  if (line.startsWith('-')) return style.red(line)
  return line
}

/** `+3 -1`, the lines a diff adds and removes. */
export function diffSize(diff: string): string {
  const lines = diff.split('\n')
  const added = lines.filter((line) => line.startsWith('+') && !line.startsWith('+++')).length
  const removed = lines.filter((line) => line.startsWith('-') && !line.startsWith('---')).length
  return `+${added} -${removed}`
}
