import { type Diagnostic, readOrdinaryFile } from '@skillet/core'
import type { SkillDetails } from '../contract/index.ts'
import { diagnosticShape } from './entry.ts'

const linesAround = 2
const longestLine = 400
/** Far above what loads as a skill: what is wrong with one may be its size. */
const mostBytes = 4 * 1024 * 1024

type Excerpted = SkillDetails['diagnostics'][number]

/** Diagnostics with the lines around their place, as the file is now. */
export function withExcerpts(diagnostics: readonly Diagnostic[]): Excerpted[] {
  const files = new Map<string, readonly string[] | undefined>()
  return diagnostics.map((diagnostic) => {
    const { file, range } = diagnostic
    if (range === undefined) return { diagnostic: diagnosticShape(diagnostic) }
    if (!files.has(file)) files.set(file, linesOf(file))
    const excerpt = excerptOf(files.get(file), range.start.line, range.end.line)
    return { diagnostic: diagnosticShape(diagnostic), ...(excerpt && { excerpt }) }
  })
}

function linesOf(file: string): readonly string[] | undefined {
  const read = readOrdinaryFile(file, mostBytes)
  return read.kind === 'read' ? new TextDecoder().decode(read.bytes).split(/\r\n?|\n/u) : undefined
}

function excerptOf(
  lines: readonly string[] | undefined,
  from: number,
  to: number,
): Excerpted['excerpt'] {
  if (lines === undefined || from > lines.length) return undefined
  const firstLine = Math.max(1, from - linesAround)
  const last = Math.min(to, from + linesAround, lines.length) + linesAround
  return {
    firstLine,
    lines: lines.slice(firstLine - 1, last).map((line) => line.slice(0, longestLine)),
  }
}
