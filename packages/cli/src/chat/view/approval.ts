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
import { count } from '../../screen/numbers.ts'
import { type Standpoint, wholePath } from '../../screen/paths.ts'
import type { Style } from '../../screen/terminal.ts'
import { wrapWidth } from '../../screen/width.ts'
import { readable, wrapText } from '../../screen/wrap.ts'
import { mayBe } from '../state/approval-keys.ts'
import type { Answering, PendingApproval, ShownRows } from '../state/types.ts'

/** A question, who has the keyboard, and how much room there is. */
export interface QuestionFacts {
  readonly pending: PendingApproval
  readonly answering: Answering
  readonly hasKeyboard: boolean
  readonly isStill: boolean
  /** How many wait behind it. */
  readonly more: number
  /** Rows of the screen that are free for it. */
  readonly free: number
}

export interface ApprovalView {
  readonly style: Style
  readonly words: Sentences
  readonly standpoint: Standpoint
  readonly columns: number
}

/**
 * A question: who asks, for what, where, and the whole of it. Nothing is folded: what is out of sight
 * cannot be agreed to, so what is longer than the screen is scrolled through. The bar at the left is
 * drawn by Skillet alone.
 */
export function drawApproval(
  facts: QuestionFacts,
  view: ApprovalView,
): { readonly lines: readonly string[]; readonly window?: ShownRows } {
  const { style, words, columns } = view
  const { pending, more, free } = facts
  const { request } = pending
  const rows = rowsOf(wholeOf(request).replaceAll('\t', '    '), {
    room: Math.max(12, columns - 4),
    colours: isDiff(request) ? style : undefined,
  })
  const head = drawHead(request, view)
  const foot = [
    ...drawKeys(request, facts, view),
    ...(more > 0 ? [style.dim(words.terminal.moreWait(more))] : []),
  ]
  const place = (shown: ShownRows) =>
    wrapWidth(placeText(shown, pending, words), proseOf(columns)).map(style.dim)
  const first = pending.window?.first ?? 0
  const below = free - head.length - foot.length - 1
  const isRoomy = below >= Math.min(fewestBelow, rows.length)
  const { lines, window } = isRoomy
    ? windowOn(rows, { free: below, first, place })
    : windowOn([...head, ...rows], { free: free - foot.length, first, place })
  const drawn = isRoomy ? [...head, ...lines, '', ...foot] : [...lines, ...foot]
  return {
    lines: drawn.map((row) => `${style.yellow('┃')} ${row}`.trimEnd()),
    ...(window !== undefined && { window }),
  }
}

/** Who asks for what, where, and why that is a question. */
function drawHead(request: ApprovalRequest, view: ApprovalView): readonly string[] {
  const { style, words, columns, standpoint } = view
  const prose = proseOf(columns)
  const size = isDiff(request) ? ` (${diffSize(request.diff ?? '')})` : ''
  const title = words.terminal.waitingFor(`${wishOf(request, view)}${size}`)
  const asker = request.skill === undefined ? words.approval.theModel : `/${lineOf(request.skill)}`
  const facts = [
    words.terminal.askedBy(asker),
    words.approval.inFolder(lineOf(wholePath(placeOf(request), standpoint))),
    ...commandPlace(request, words),
  ].join(' · ')
  const shown = [title, facts, wholeOf(request)].join('\n')
  const hidden = request.hidden === true ? hiddenWords(shown, words) : ''
  return [
    ...wrapWidth(title, prose).map((row) => style.bold(style.yellow(row))),
    ...wrapWidth(facts, prose).map(style.dim),
    ...(request.reason === '' ? [] : wrapWidth(cleanLine(request.reason), prose).map(style.dim)),
    ...(hidden === '' ? [] : wrapWidth(hidden, prose).map(style.red)),
    '',
  ]
}

function proseOf(columns: number): number {
  return Math.max(12, readable(columns) - 2)
}

/** The rows that fit, and below them where they are in the whole. */
function windowOn(
  rows: readonly string[],
  {
    free,
    first,
    place,
  }: {
    readonly free: number
    readonly first: number
    readonly place: (shown: ShownRows) => readonly string[]
  },
): { readonly lines: readonly string[]; readonly window?: ShownRows } {
  const total = rows.length
  if (total <= free) return { lines: rows }
  const widest = place({ first: total, size: total, total }).length
  const size = Math.max(1, Math.min(total, free - widest))
  const window = { first: Math.min(first, total - size), size, total }
  const shown = rows.slice(window.first, window.first + size)
  return { lines: [...shown, ...place(window)], window }
}

/** With fewer rows left below the head of a question, the head is scrolled with the rest. */
const fewestBelow = 6

function placeText(
  { first, size, total }: ShownRows,
  pending: PendingApproval,
  { terminal }: Sentences,
): string {
  const place = terminal.shownOf(`${count(first + 1)}–${count(first + size)}`, count(total))
  const isRead = mayBe('y', pending)
  return [place, terminal.scrollKeys, ...(isRead ? [] : [terminal.yesAtTheEnd])].join(' · ')
}

function drawKeys(
  request: ApprovalRequest,
  { pending, answering, hasKeyboard, isStill }: QuestionFacts,
  { style, words, columns }: ApprovalView,
): readonly string[] {
  if (answering.kind === 'reason') return [words.terminal.reasonPrompt]
  const keys = answerKeys(request)
  const rule = keys.includes('a')
    ? wrapText(words.terminal.alwaysRule(ruleText(request.rule)), {
        columns: Math.max(12, columns - 2),
      }).map(style.dim)
    : []
  const where = hasKeyboard ? words.terminal.tabToWrite : words.terminal.tabToAnswer
  const isLive = hasKeyboard && isStill
  const list = keys
    .map((key) => {
      const text = `${style.bold(key)} ${labelOf(key, request, words)}`
      return isLive && mayBe(key, pending) ? text : style.dim(text)
    })
    .join('   ')
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
