import type { Diagnostic, Range, Severity } from '@skillet/core'
import { cleanLine, cleanText } from './clean.ts'
import { renderHint } from './notice.ts'
import { type Standpoint, shortPath } from './paths.ts'
import type { Style } from './terminal.ts'
import { displayWidth, fitWidth } from './width.ts'
import { wrapText } from './wrap.ts'

/** Gives a file's text for excerpts, or nothing where it cannot be read. */
export type ReadSource = (file: string) => Promise<string | undefined>

export interface DiagnosticView {
  readonly style: Style
  readonly standpoint: Standpoint
  readonly columns: number
  readonly readSource: ReadSource
}

/**
 * `path:line:column severity message [code]`, then the excerpt with a marker under the place, then
 * what to do.
 */
export async function renderDiagnostic(diagnostic: Diagnostic, view: DiagnosticView) {
  const { style, standpoint } = view
  const place = cleanLine(placeOf(diagnostic.file, diagnostic.range, standpoint))
  const code = style.dim(`[${diagnostic.code}]`)
  const head = `${style.bold(place)} ${severity(diagnostic.severity, style)} ${cleanLine(diagnostic.message)} ${code}`
  const { columns } = view
  const lines = [...wrapText(head, { columns, rest: '  ' }), ...(await excerpt(diagnostic, view))]
  for (const related of diagnostic.related ?? []) {
    const where = cleanLine(placeOf(related.file, related.range, standpoint))
    const see = `${where} ${cleanLine(related.message)}`
    lines.push(...wrapText(see, { columns, first: `  ${style.dim('see:')} `, rest: '       ' }))
  }
  if (diagnostic.hint !== undefined) {
    lines.push(renderHint(diagnostic.hint, style, columns))
  }
  return lines.join('\n')
}

/** Each once: a skill that is read again finds the same things again. */
export async function renderDiagnostics(diagnostics: readonly Diagnostic[], view: DiagnosticView) {
  const different = new Map(
    diagnostics.map((one) => [JSON.stringify([one.code, one.file, one.range, one.message]), one]),
  )
  const blocks = await Promise.all(
    [...different.values()].map((one) => renderDiagnostic(one, view)),
  )
  return blocks.join('\n')
}

function placeOf(file: string, range: Range | undefined, standpoint: Standpoint): string {
  const path = shortPath(file, standpoint)
  return range === undefined ? path : `${path}:${range.start.line}:${range.start.column}`
}

function severity(level: Severity, style: Style): string {
  if (level === 'error') return style.red('error')
  return level === 'warning' ? style.yellow('warning') : style.blue('info')
}

async function excerpt(
  { code, file, range }: Diagnostic,
  { style, columns, readSource }: DiagnosticView,
): Promise<readonly string[]> {
  if (range === undefined) return []
  const written = lineOf(await readSource(file), range.start.line)
  if (written === undefined || written.trim() === '') return []
  const line = code.startsWith('settings/') ? withoutSecrets(written) : written
  const number = String(range.start.line)
  const gutter = `  ${number} | `
  const room = columns - gutter.length
  const before = shown(line.slice(0, range.start.column - 1))
  const end = range.end.line === range.start.line ? range.end.column - 1 : line.length
  const marked = shown(line.slice(range.start.column - 1, end))
  const width = Math.max(1, Math.min(displayWidth(marked), room - displayWidth(before)))
  const text = `${style.dim(gutter)}${fitWidth(shown(line), room)}`
  if (displayWidth(before) >= room) return [text]
  const margin = `${' '.repeat(number.length + 2)} ${style.dim('|')} `
  return [text, `${margin}${' '.repeat(displayWidth(before))}${style.red('^'.repeat(width))}`]
}

/**
 * Keys never appear on a screen, also where a mistake stands beside them or in their name. The
 * line stays as long as it is, so that the marker fits.
 */
function withoutSecrets(line: string): string {
  return line.replace(
    /("[^"]{0,80}(?:key|auth|token|secret|cookie|password)[^"]{0,80}"?\s{0,20}:\s{0,20}"?)((?:[^"\\]|\\.)+)/gi,
    (_, name: string, secret: string) => name + '•'.repeat(secret.length),
  )
}

function shown(text: string): string {
  return cleanText(text.replaceAll('\t', '  '))
}

function lineOf(source: string | undefined, line: number): string | undefined {
  return source?.split(/\r\n|\r|\n/u)[line - 1]
}
