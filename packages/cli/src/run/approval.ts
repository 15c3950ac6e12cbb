import type { ApprovalAnswer, ApprovalRequest } from '@skillet/agent'
import { showHidden, showHiddenLine } from '@skillet/core/text'
import type { Choice, Questions } from '../questions/index.ts'
import { cleanLine } from '../screen/clean.ts'
import type { DiagnosticView } from '../screen/diagnostics.ts'
import { colourLine, diffSize } from '../screen/diff.ts'
import { type Standpoint, shortPath } from '../screen/paths.ts'
import { breakWidth, wrapWidth } from '../screen/width.ts'
import { readable } from '../screen/wrap.ts'
import { callInFull } from './calls.ts'
import { ruleText } from './rule-text.ts'

/**
 * The block above the question: who asks, for what, where, and the whole of it. Nothing is cut and
 * nothing is taken out: what is out of sight cannot be agreed to.
 */
export function renderApproval(
  request: ApprovalRequest,
  { style, standpoint, columns }: Pick<DiagnosticView, 'style' | 'standpoint' | 'columns'>,
): string {
  const room = Math.max(20, columns - 4)
  const prose = Math.max(20, readable(columns) - 4)
  const title = `Waiting for you: ${asker(request)} ${wish(request, standpoint)}`
  const place = `in ${line(placeOf(request))}`
  const reason = request.reason === '' ? [] : wrapWidth(cleanLine(request.reason), prose)
  const whole = showHidden(wholeOf(request))
  const hidden = request.hidden === true ? hiddenWarning([title, place, whole].join('\n')) : ''
  const body = whole.replace(/\n+$/u, '').split('\n')
  const isDiff = request.diff !== undefined && request.diff !== ''
  const lines = [
    ...wrapWidth(title, prose).map((text) => style.bold(style.yellow(text))),
    ...[...wrapWidth(place, prose), ...reason].map(style.dim),
    ...(hidden === '' ? [] : wrapWidth(hidden, prose).map(style.red)),
    '',
    ...body
      .flatMap((text) => breakWidth(text, room))
      .map((text) => `  ${isDiff ? colourLine(text, style) : text}`),
  ]
  return lines.map((text) => `${style.yellow('┃')} ${text}`.trimEnd()).join('\n')
}

/** More codes than these are no easier to look for. */
const mostCodes = 6

/** @param shown what the person reads, in which they are codes already */
function hiddenWarning(shown: string): string {
  const codes = [...new Set(shown.match(/⟨U\+[0-9A-F]{4,6}⟩/gu) ?? [])]
  const more = codes.length > mostCodes ? ' …' : ''
  const named = codes.length === 0 ? '' : `: ${codes.slice(0, mostCodes).join(' ')}${more}`
  return `! It holds characters that do not show. They are written as their codes here${named}.`
}

/** Who reads why a call was refused. Without a language model nobody does. */
export type ReasonReader = 'model' | 'nobody'

/**
 * Asks until there is an answer; `undefined` where the person leaves with Escape or Ctrl-C, or the
 * signal ends the question.
 */
export async function askApproval(
  request: ApprovalRequest,
  questions: Questions,
  reader: ReasonReader,
  signal?: AbortSignal,
): Promise<ApprovalAnswer | undefined> {
  const decision = await questions.key('Allow it?', keysFor(request), signal)
  const { digest } = request
  switch (decision) {
    case 'y':
      return { decision: 'once', digest }
    case 't':
      return { decision: 'turn', digest }
    case 'a':
      return { decision: 'always', digest }
    case 'n':
      if (reader === 'nobody' || !isCall(request)) return { decision: 'no', digest }
      return refusal(
        await questions.line('Why not? The model reads it.', 'Enter for no reason', signal),
        digest,
      )
    case undefined:
      return undefined
  }
}

type Key = 'y' | 't' | 'a' | 'n'

function keysFor(request: ApprovalRequest): readonly Choice<Key>[] {
  const no = { key: 'n', label: 'no' } as const
  if (request.tool === 'allowed-tools') return [{ key: 'y', label: 'until this turn ends' }, no]
  if (!isCall(request)) return [{ key: 'y', label: 'yes' }, no]
  const rule = ruleText(request.rule)
  const always = { key: 'a', label: `always in this folder: ${rule}` } as const
  return [
    { key: 'y', label: 'once' },
    { key: 't', label: 'for this turn, exactly this' },
    ...(rule === '' ? [] : [always]),
    no,
  ]
}

/** Two questions are about no call: a skill that the model loaded wants rights, or another model. */
function isCall({ tool, access }: ApprovalRequest): boolean {
  return access.kind !== 'none' || (tool !== 'allowed-tools' && tool !== 'model')
}

function refusal(reason: string | undefined, digest: string): ApprovalAnswer | undefined {
  if (reason === undefined) return undefined
  return reason.trim() === '' ? { decision: 'no', digest } : { decision: 'no', reason, digest }
}

/** A name or path, which has one line. */
function line(text: string): string {
  return cleanLine(showHiddenLine(text))
}

function asker(request: ApprovalRequest): string {
  return request.skill === undefined ? 'the model' : `skill ${line(request.skill)}`
}

function wish(request: ApprovalRequest, standpoint: Standpoint): string {
  const { tool, access, diff } = request
  const paths = () =>
    'paths' in access
      ? access.paths.map((path) => line(shortPath(path, standpoint))).join(', ')
      : ''
  switch (access.kind) {
    case 'run':
      return request.openings === undefined
        ? 'wants to run a command'
        : `wants to run a command again, ${request.openings.map((one) => opened[one]).join(' and ')}`
    case 'write': {
      const size = diff === undefined || diff === '' ? '' : ` (${diffSize(diff)})`
      return `wants to ${tool === 'edit' ? 'edit' : 'write'} ${paths()}${size}`
    }
    case 'read':
      return `wants to ${tool === 'ls' ? 'list' : 'read'} ${paths()}`
    case 'skill':
      return `wants to load skill ${line(access.name)}`
    case 'none':
      if (tool === 'allowed-tools') return 'wants calls like these to run without a question'
      return tool === 'model' ? 'wants another model' : `wants to use ${line(tool)}`
  }
}

const opened = { network: 'with network', home: 'with your home folder' } as const

function placeOf({ access, workspace }: ApprovalRequest): string {
  return access.kind === 'run' ? access.cwd : workspace
}

function wholeOf({ tool, access, diff, input }: ApprovalRequest): string {
  if (diff !== undefined && diff !== '') return diff
  if (access.kind === 'run') return access.command
  const patterns = tool === 'allowed-tools' ? patternsIn(input) : undefined
  return patterns?.join('\n') ?? callInFull(input)
}

function patternsIn(input: unknown): readonly string[] | undefined {
  if (typeof input !== 'object' || input === null || !('patterns' in input)) return undefined
  const { patterns } = input
  if (!Array.isArray(patterns)) return undefined
  return patterns.map((pattern) => String(pattern).replaceAll('\n', '⏎'))
}
