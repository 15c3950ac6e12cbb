import type { ApprovalRequest } from '@skillet/agent'
import { showHidden, showHiddenLine } from '@skillet/core/text'
import type { Sentences } from '@skillet/language'
import { callInFull } from '../../run/calls.ts'
import { ruleText } from '../../run/rule-text.ts'
import { cleanLine } from '../../screen/clean.ts'
import { colourLine, diffSize } from '../../screen/diff.ts'
import { type Standpoint, shortPath, wholePath } from '../../screen/paths.ts'
import type { Style } from '../../screen/terminal.ts'
import { breakWidth, wrapWidth } from '../../screen/width.ts'
import { readable, wrapText } from '../../screen/wrap.ts'
import { type AnswerKey, answerKeys, isAboutNoCall } from '../state/approval-keys.ts'
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
  const whole = showHidden(wholeOf(request))
  const isDiff = request.diff !== undefined && request.diff !== ''
  const size = isDiff ? ` (${diffSize(request.diff ?? '')})` : ''
  const title = words.terminal.waitingFor(`${wishOf(request, view)}${size}`)
  const asker = request.skill === undefined ? words.approval.theModel : `/${line(request.skill)}`
  const facts = [
    words.terminal.askedBy(asker),
    words.approval.inFolder(line(wholePath(placeOf(request), view.standpoint))),
    ...sandboxOf(request, words),
  ].join(' · ')
  const hidden = request.hidden === true ? hiddenWords([title, facts, whole].join('\n'), words) : ''
  const text = [
    ...wrapWidth(title, prose).map((row) => style.bold(style.yellow(row))),
    ...wrapWidth(facts, prose).map(style.dim),
    ...(request.reason === '' ? [] : wrapWidth(cleanLine(request.reason), prose).map(style.dim)),
    ...(hidden === '' ? [] : wrapWidth(hidden, prose).map(style.red)),
    '',
    ...whole
      .replace(/\n+$/u, '')
      .split('\n')
      .flatMap((row) => breakWidth(row.replaceAll('\t', '    '), room))
      .map((row) => `  ${isDiff ? colourLine(row, style) : row}`),
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
      if (request.tool === 'allowed-tools' && noCall) return terminal.key.untilTurnEnds
      return noCall ? terminal.key.yes : terminal.key.once
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
  const paths = () =>
    'paths' in access
      ? access.paths.map((path) => line(shortPath(path, standpoint))).join(', ')
      : ''
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
      return approval.loadSkill(line(access.name))
    case 'none':
      if (tool === 'allowed-tools') return approval.allowedTools
      return tool === 'model' ? approval.otherModel : approval.otherTool(line(tool))
  }
}

function sandboxOf({ sandbox }: ApprovalRequest, { approval }: Sentences): readonly string[] {
  if (sandbox === undefined) return []
  if (sandbox.kind === 'none') return [approval.noSandbox]
  return [sandbox.network === 'open' ? approval.sandboxOpen : approval.sandboxClosed]
}

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

/** A name or path, which has one line. */
function line(text: string): string {
  return cleanLine(showHiddenLine(text))
}

function hiddenWords(shown: string, { approval }: Sentences): string {
  const codes = [...new Set(shown.match(/⟨U\+[0-9A-F]{4,6}⟩/gu) ?? [])]
  return codes.length === 0
    ? approval.hiddenSomewhere
    : approval.hidden(codes.slice(0, 6).join(' '))
}
