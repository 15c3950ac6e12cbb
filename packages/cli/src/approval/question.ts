import type { ApprovalRequest } from '@skillet/agent'
import { showHidden, showHiddenLine } from '@skillet/core/text'
import { callInFull } from '../run/calls.ts'
import { cleanLine } from '../screen/clean.ts'
import { colourLine } from '../screen/diff.ts'
import { type Standpoint, shortPath } from '../screen/paths.ts'
import type { Style } from '../screen/terminal.ts'
import { breakWidth } from '../screen/width.ts'

/**
 * Two questions are about no call: a skill that the model loaded wants rights, or another model. No
 * tool has their names.
 */
export function isAboutNoCall({ tool, access }: ApprovalRequest): boolean {
  return access.kind === 'none' && (tool === 'allowed-tools' || tool === 'model')
}

/** The folder in which it would happen. */
export function placeOf({ access, workspace }: ApprovalRequest): string {
  return access.kind === 'run' ? access.cwd : workspace
}

/** The files and folders that it is about, on one line; none where it is about no paths. */
export function pathsOf({ access }: ApprovalRequest, standpoint: Standpoint): string {
  return 'paths' in access
    ? access.paths.map((path) => lineOf(shortPath(path, standpoint))).join(', ')
    : ''
}

/** Whether `wholeOf` is a diff. */
export function isDiff({ diff }: ApprovalRequest): boolean {
  return diff !== undefined && diff !== ''
}

/** All of what would run, with what hides in it as codes: the command, the change, else the input. */
export function wholeOf(request: ApprovalRequest): string {
  const { tool, access, diff = '', input } = request
  if (diff !== '') return showHidden(diff)
  if (access.kind === 'run') return showHidden(access.command)
  const patterns = tool === 'allowed-tools' ? patternsIn(input) : undefined
  return showHidden(patterns?.join('\n') ?? callInFull(input))
}

function patternsIn(input: unknown): readonly string[] | undefined {
  if (typeof input !== 'object' || input === null || !('patterns' in input)) return undefined
  const { patterns } = input
  if (!Array.isArray(patterns)) return undefined
  return patterns.map((pattern) => String(pattern).replaceAll('\n', '⏎'))
}

/** The rows of `wholeOf`, none of them cut. */
export function rowsOf(
  whole: string,
  { room, colours }: { readonly room: number; readonly colours?: Style | undefined },
): readonly string[] {
  return whole
    .replace(/\n+$/u, '')
    .split('\n')
    .flatMap((line) => breakWidth(line, room))
    .map((row) => `  ${colours === undefined ? row : colourLine(row, colours)}`)
}

/** A name or path, which has one line. */
export function lineOf(text: string): string {
  return cleanLine(showHiddenLine(text))
}

/** More codes than these are no easier to look for. */
const mostCodes = 6

/**
 * The codes that stand for hidden characters, each once; empty where there is none.
 *
 * @param shown what the person reads, in which they are codes already
 */
export function hiddenCodes(shown: string): string {
  const codes = [...new Set(shown.match(/⟨U\+[0-9A-F]{4,6}⟩/gu) ?? [])]
  return codes.slice(0, mostCodes).join(' ') + (codes.length > mostCodes ? ' …' : '')
}
