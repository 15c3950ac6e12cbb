import type { ApprovalAnswer, ApprovalRequest } from '@skillet/agent'
import type { Questions } from '../questions/index.ts'
import { cleanLine, cleanText } from '../screen/clean.ts'
import type { DiagnosticView } from '../screen/diagnostics.ts'
import { colourLine } from '../screen/diff.ts'
import { type Standpoint, shortPath } from '../screen/paths.ts'
import { breakWidth, wrapWidth } from '../screen/width.ts'
import { readable } from '../screen/wrap.ts'
import { callInFull } from './calls.ts'
import { ruleText } from './rule-text.ts'

/**
 * The block above the question: who asks, for what, where, and the whole of it. Nothing is cut:
 * what is out of sight cannot be agreed to.
 */
export function renderApproval(
  request: ApprovalRequest,
  { style, standpoint, columns }: Pick<DiagnosticView, 'style' | 'standpoint' | 'columns'>,
): string {
  const room = Math.max(20, columns - 4)
  const prose = Math.max(20, readable(columns) - 4)
  const title = `Waiting for you: ${asker(request)} wants to ${wish(request, standpoint)}`
  const place = `in ${cleanLine(placeOf(request))}`
  const reason = wrapWidth(cleanLine(request.reason), prose)
  const whole = cleanText(request.diff || wholeCall(request)).replace(/\n+$/u, '')
  const body = whole.split('\n').flatMap((line) => breakWidth(line, room))
  const lines = [
    ...wrapWidth(title, prose).map((line) => style.bold(style.yellow(line))),
    ...[...wrapWidth(place, prose), ...(request.reason === '' ? [] : reason)].map(style.dim),
    '',
    ...body.map((line) => `  ${request.diff ? colourLine(line, style) : line}`),
  ]
  return lines.map((line) => `${style.yellow('┃')} ${line}`.trimEnd()).join('\n')
}

/** Who reads why a call was refused. Without a language model nobody does. */
export type ReasonReader = 'model' | 'nobody'

/**
 * Asks until there is an answer; `undefined` where the person leaves with Escape or Ctrl-C, or the
 * signal stops the turn.
 */
export async function askApproval(
  request: ApprovalRequest,
  questions: Questions,
  reader: ReasonReader,
  signal?: AbortSignal,
): Promise<ApprovalAnswer | undefined> {
  const rule = ruleText(request.rule)
  const keys = [
    { key: 'y', label: 'once' },
    { key: 't', label: 'for this turn, exactly this' },
    ...(rule === '' ? [] : [{ key: 'a', label: `always in this folder: ${rule}` } as const]),
    { key: 'n', label: 'no' },
  ] as const
  const decision = await questions.key('Allow it?', keys, signal)
  const { digest } = request
  switch (decision) {
    case 'y':
      return { decision: 'once', digest }
    case 't':
      return { decision: 'turn', digest }
    case 'a':
      return { decision: 'always', digest }
    case 'n':
      if (reader === 'nobody') return { decision: 'no', digest }
      return refusal(
        await questions.line('Why not? The model reads it.', 'Enter for no reason', signal),
        digest,
      )
    case undefined:
      return undefined
  }
}

function refusal(reason: string | undefined, digest: string): ApprovalAnswer | undefined {
  if (reason === undefined) return undefined
  return reason.trim() === '' ? { decision: 'no', digest } : { decision: 'no', reason, digest }
}

function asker(request: ApprovalRequest): string {
  return request.skill === undefined ? 'the model' : `skill ${cleanLine(request.skill)}`
}

function wish({ tool, access }: ApprovalRequest, standpoint: Standpoint): string {
  const paths = () =>
    'paths' in access
      ? access.paths.map((path) => cleanLine(shortPath(path, standpoint))).join(', ')
      : ''
  switch (access.kind) {
    case 'run':
      return 'run a command'
    case 'write':
      return `${tool === 'edit' ? 'edit' : 'write'} ${paths()}`
    case 'read':
      return `${tool === 'ls' ? 'list' : 'read'} ${paths()}`
    case 'skill':
      return `load skill ${cleanLine(access.name)}`
    case 'none':
      return `use ${cleanLine(tool)}`
  }
}

function placeOf({ access, workspace }: ApprovalRequest): string {
  return access.kind === 'run' ? access.cwd : workspace
}

function wholeCall({ access, input }: ApprovalRequest): string {
  return access.kind === 'run' ? access.command : callInFull(input)
}
