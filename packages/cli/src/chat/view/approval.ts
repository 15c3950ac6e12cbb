import type { ApprovalRequest } from '@skillet/agent'
import { commandPlace, type Sentences } from '@skillet/language'
import {
  type AnswerKey,
  answerKeys,
  hiddenCodes,
  isAboutNoCall,
  isDiff,
  lineOf,
  pathsOf,
  placeOf,
  rowsOf,
  wholeOf,
} from '../../approval/index.ts'
import { ruleText } from '../../run/rule-text.ts'
import { cleanLine } from '../../screen/clean.ts'
import { diffSize } from '../../screen/diff.ts'
import { type Standpoint, wholePath } from '../../screen/paths.ts'
import type { Style } from '../../screen/terminal.ts'
import { wrapWidth } from '../../screen/width.ts'
import { readable, wrapText } from '../../screen/wrap.ts'
import type { Answering } from '../state/types.ts'

export interface ApprovalView {
  readonly style: Style
  readonly words: Sentences
  readonly standpoint: Standpoint
  readonly columns: number
}

/**
 * A question: who asks, for what, where, and the whole of it. Nothing is folded: what is out of sight
 * cannot be agreed to. The bar at the left is drawn by Skillet alone.
 */
export function drawApproval(
  request: ApprovalRequest,
  more: number,
  {
    answering,
    hasKeyboard,
    isStill,
  }: { readonly answering: Answering; readonly hasKeyboard: boolean; readonly isStill: boolean },
  view: ApprovalView,
): readonly string[] {
  const { style, words, columns } = view
  const room = Math.max(12, columns - 4)
  const prose = Math.max(12, readable(columns) - 2)
  const whole = wholeOf(request)
  const size = isDiff(request) ? ` (${diffSize(request.diff ?? '')})` : ''
  const title = words.terminal.waitingFor(`${wishOf(request, view)}${size}`)
  const asker = request.skill === undefined ? words.approval.theModel : `/${lineOf(request.skill)}`
  const facts = [
    words.terminal.askedBy(asker),
    words.approval.inFolder(lineOf(wholePath(placeOf(request), view.standpoint))),
    ...commandPlace(request, words),
  ].join(' · ')
  const hidden = request.hidden === true ? hiddenWords([title, facts, whole].join('\n'), words) : ''
  const text = [
    ...wrapWidth(title, prose).map((row) => style.bold(style.yellow(row))),
    ...wrapWidth(facts, prose).map(style.dim),
    ...(request.reason === '' ? [] : wrapWidth(cleanLine(request.reason), prose).map(style.dim)),
    ...(hidden === '' ? [] : wrapWidth(hidden, prose).map(style.red)),
    '',
    ...rowsOf(whole.replaceAll('\t', '    '), {
      room,
      colours: isDiff(request) ? style : undefined,
    }),
    '',
    ...drawKeys(request, answering, { hasKeyboard, isStill }, view),
    ...(more > 0 ? [style.dim(words.terminal.moreWait(more))] : []),
  ]
  return text.map((row) => `${style.yellow('┃')} ${row}`.trimEnd())
}

function drawKeys(
  request: ApprovalRequest,
  answering: Answering,
  { hasKeyboard, isStill }: { readonly hasKeyboard: boolean; readonly isStill: boolean },
  { style, words, columns }: ApprovalView,
): readonly string[] {
  if (answering.kind === 'reason') return [words.terminal.reasonPrompt]
  const keys = answerKeys(request)
  const shown = keys.map((key) => `${style.bold(key)} ${labelOf(key, request, words)}`).join('   ')
  const rule = keys.includes('a')
    ? wrapText(words.terminal.alwaysRule(ruleText(request.rule)), {
        columns: Math.max(12, columns - 2),
      }).map(style.dim)
    : []
  const where = hasKeyboard ? words.terminal.tabToWrite : words.terminal.tabToAnswer
  const isLive = hasKeyboard && isStill
  const list = isLive ? shown : style.dim(shown)
  // While the keys do not answer yet, nothing says that they would.
  const note = hasKeyboard && !isStill ? '…' : where
  return [...wrapWidth(list, Math.max(12, columns - 2)), ...rule, style.dim(note)]
}

function labelOf(key: AnswerKey, request: ApprovalRequest, { terminal }: Sentences): string {
  const noCall = isAboutNoCall(request)
  switch (key) {
    case 'y':
      if (!noCall) return terminal.key.once
      return request.tool === 'allowed-tools' ? terminal.key.untilTurnEnds : terminal.key.yes
    case 't':
      return terminal.key.turn
    case 'a':
      return terminal.key.always
    case 'n':
      return noCall ? terminal.key.plainNo : terminal.key.no
  }
}

function wishOf(request: ApprovalRequest, { words, standpoint }: ApprovalView): string {
  const { tool, access, openings } = request
  const { approval } = words
  const paths = () => pathsOf(request, standpoint)
  switch (access.kind) {
    case 'run': {
      if (openings === undefined || openings.length === 0) return approval.run
      if (openings.length > 1) return approval.runAgain.both
      return openings.includes('network') ? approval.runAgain.network : approval.runAgain.home
    }
    case 'write':
      return tool === 'edit' ? approval.edit(paths()) : approval.write(paths())
    case 'read':
      if (tool === 'ls') return approval.list(paths())
      return tool === 'grep' || tool === 'find' ? approval.search(paths()) : approval.read(paths())
    case 'skill':
      return approval.loadSkill(lineOf(access.name))
    case 'none':
      if (tool === 'allowed-tools') return approval.allowedTools
      return tool === 'model' ? approval.otherModel : approval.otherTool(lineOf(tool))
  }
}

function hiddenWords(shown: string, { approval }: Sentences): string {
  const codes = hiddenCodes(shown)
  return codes === '' ? approval.hiddenSomewhere : approval.hidden(codes)
}
