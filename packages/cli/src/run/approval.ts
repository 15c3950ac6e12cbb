import type { ApprovalAnswer, ApprovalRequest } from '@skillet/agent'
import { approvalSentences, commandPlace } from '@skillet/language'
import {
  type AnswerKey,
  answerFor,
  answerKeys,
  hiddenCodes,
  isAboutNoCall,
  isDiff,
  lineOf,
  pathsOf,
  placeOf,
  rowsOf,
  wholeOf,
} from '../approval/index.ts'
import type { Choice, Questions } from '../questions/index.ts'
import { cleanLine } from '../screen/clean.ts'
import type { DiagnosticView } from '../screen/diagnostics.ts'
import { diffSize } from '../screen/diff.ts'
import type { Standpoint } from '../screen/paths.ts'
import { wrapWidth } from '../screen/width.ts'
import { readable } from '../screen/wrap.ts'
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
  const place = [
    `in ${lineOf(placeOf(request))}`,
    ...commandPlace(request, { approval: approvalSentences.en }),
  ].join(' · ')
  const reason = request.reason === '' ? [] : wrapWidth(cleanLine(request.reason), prose)
  const whole = wholeOf(request)
  const hidden = request.hidden === true ? hiddenWarning([title, place, whole].join('\n')) : ''
  const lines = [
    ...wrapWidth(title, prose).map((text) => style.bold(style.yellow(text))),
    ...[...wrapWidth(place, prose), ...reason].map(style.dim),
    ...(hidden === '' ? [] : wrapWidth(hidden, prose).map(style.red)),
    '',
    ...rowsOf(whole, { room, colours: isDiff(request) ? style : undefined }),
  ]
  return lines.map((text) => `${style.yellow('┃')} ${text}`.trimEnd()).join('\n')
}

/** @param shown what the person reads, in which they are codes already */
function hiddenWarning(shown: string): string {
  const codes = hiddenCodes(shown)
  const named = codes === '' ? '' : `: ${codes}`
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
  const key = await questions.key('Allow it?', choicesFor(request), signal)
  if (key === undefined) return undefined
  const { digest } = request
  if (key !== 'n' || reader === 'nobody' || isAboutNoCall(request)) return answerFor(key, digest)
  return refusal(
    await questions.line('Why not? The model reads it.', 'Enter for no reason', signal),
    digest,
  )
}

function choicesFor(request: ApprovalRequest): readonly Choice<AnswerKey>[] {
  return answerKeys(request).map((key) => ({ key, label: labelOf(key, request) }))
}

function labelOf(key: AnswerKey, request: ApprovalRequest): string {
  switch (key) {
    case 'y':
      if (!isAboutNoCall(request)) return 'once'
      return request.tool === 'allowed-tools' ? 'until this turn ends' : 'yes'
    case 't':
      return 'for this turn, exactly this'
    case 'a':
      return `always in this folder: ${ruleText(request.rule)}`
    case 'n':
      return 'no'
  }
}

function refusal(reason: string | undefined, digest: string): ApprovalAnswer | undefined {
  if (reason === undefined) return undefined
  return reason.trim() === '' ? { decision: 'no', digest } : { decision: 'no', reason, digest }
}

function asker(request: ApprovalRequest): string {
  return request.skill === undefined ? 'the model' : `skill ${lineOf(request.skill)}`
}

function wish(request: ApprovalRequest, standpoint: Standpoint): string {
  const { tool, access, diff } = request
  const paths = () => pathsOf(request, standpoint)
  switch (access.kind) {
    case 'run':
      return request.openings === undefined
        ? 'wants to run a command'
        : `wants to run a command again, ${request.openings.map((one) => opened[one]).join(' and ')}`
    case 'write': {
      const size = isDiff(request) ? ` (${diffSize(diff ?? '')})` : ''
      return `wants to ${tool === 'edit' ? 'edit' : 'write'} ${paths()}${size}`
    }
    case 'read':
      return `wants to ${tool === 'ls' ? 'list' : 'read'} ${paths()}`
    case 'skill':
      return `wants to load skill ${lineOf(access.name)}`
    case 'none':
      if (tool === 'allowed-tools') return 'wants calls like these to run without a question'
      return tool === 'model' ? 'wants another model' : `wants to use ${lineOf(tool)}`
  }
}

const opened = { network: 'with network', home: 'with your home folder' } as const
