import type { Sentences } from '@skillet/language'
import { cleanLine } from '../../screen/clean.ts'
import { count } from '../../screen/numbers.ts'
import type { Style } from '../../screen/terminal.ts'
import { displayWidth, fitWidth } from '../../screen/width.ts'
import type { Draft } from '../composer/index.ts'
import type { ChatState, RunningTurn, Status } from '../state/types.ts'

export interface StatusView {
  readonly style: Style
  readonly words: Sentences
  readonly columns: number
  readonly now: number
}

/** Above the composer: what is being waited for. One line, blank where nothing is. */
export function drawActivity({ turn, approvals }: ChatState, view: StatusView): string {
  if (turn === undefined) return ''
  const { style, words, columns, now } = view
  const seconds = Math.floor((now - turn.startedAt) / 1000)
  const time = seconds < 1 ? '' : ` · ${words.terminal.seconds(count(seconds))}`
  const what = turn.stopping
    ? words.terminal.stopping
    : approvals.length > 0
      ? words.approval.waiting
      : doingWords(turn, words)
  const hint = turn.stopping ? '' : ` · ${words.terminal.stopHint}`
  return `${style.cyan('●')} ${style.dim(fitWidth(`${what}${time}${hint}`, columns - 2))}`
}

function doingWords({ doing, tool = '' }: RunningTurn, { chat, terminal }: Sentences): string {
  switch (doing) {
    case 'model':
    case 'retry':
      return chat.waitingForModel
    case 'thinking':
      return chat.thinking
    case 'writing':
      return tool === '' ? terminal.writing : terminal.writingCall(tool)
    case 'tool':
      return chat.runningTool(tool)
    case 'queued':
      return terminal.queuedDoing
  }
}

/** Messages that wait, in order. */
export function drawQueue(
  { queue, held, turn }: ChatState,
  { style, words, columns }: StatusView,
): readonly string[] {
  if (queue.length === 0) return []
  const hint =
    held !== undefined
      ? style.yellow(fitWidth(words.terminal.queueHeld(held), columns - 2))
      : style.dim(turn === undefined ? words.terminal.queueReady : words.terminal.queueHint)
  return [
    ...queue.map((draft) =>
      style.dim(fitWidth(`  ${words.terminal.queued(shortDraft(draft))}`, columns)),
    ),
    `  ${hint}`,
  ]
}

/** A draft on one line. */
export function shortDraft({ chip, text }: Draft): string {
  const call = chip === undefined ? '' : `/${chip.callableAs} `
  const given =
    chip?.fields
      .map(({ value }) => value.text)
      .filter(Boolean)
      .join(' ') ?? ''
  return cleanLine(`${call}${given} ${text.text}`)
}

/** Below the composer: the model, active skills and how full the context is; or a remark. */
export function drawStatus({ status, remark }: ChatState, view: StatusView): string {
  const { style, columns } = view
  if (remark !== undefined) return style.yellow(fitWidth(`  ${remark}`, columns))
  const parts = statusParts(status, view)
  // What matters least is left out first where there is no room.
  for (let size = parts.length; size > 0; size--) {
    const plain = parts
      .slice(0, size)
      .map(({ text }) => text)
      .join(' · ')
    if (displayWidth(plain) <= columns - 2) {
      return `  ${parts
        .slice(0, size)
        .map(({ text, paint }) => paint(text))
        .join(style.dim(' · '))}`
    }
  }
  return style.dim(fitWidth(`  ${parts[0]?.text ?? ''}`, columns))
}

interface Part {
  readonly text: string
  readonly paint: (text: string) => string
}

function statusParts(status: Status, { style, words }: StatusView): readonly Part[] {
  const { terminal } = words
  const model: Part =
    status.model === undefined
      ? { text: status.chosen ?? terminal.noModel, paint: style.dim }
      : status.guided
        ? { text: `guided: ${terminal.guided}`, paint: style.yellow }
        : { text: cleanLine(status.chosen ?? status.model), paint: style.dim }
  const names = status.active.map(({ name }) => cleanLine(name))
  const shownNames = names.length > 3 ? [...names.slice(0, 3), `+${names.length - 3}`] : names
  const { contextTokens, window } = status
  const part = window > 0 ? Math.round((contextTokens / window) * 100) : 0
  const isFull = part >= 70
  return [
    model,
    ...(names.length > 0
      ? [{ text: terminal.active(shownNames.join(', ')), paint: style.cyan }]
      : []),
    ...(contextTokens > 0 && window > 0
      ? [
          {
            text: terminal.context(`${part} %`),
            paint: isFull ? style.yellow : style.dim,
          },
          { text: terminal.contextOf(count(contextTokens), count(window)), paint: style.dim },
        ]
      : []),
    ...(status.dropping.length > 0
      ? [
          {
            text: terminal.dropping(status.dropping.map(cleanLine).join(', ')),
            paint: style.yellow,
          },
        ]
      : []),
    ...(status.title === undefined ? [] : [{ text: status.title, paint: style.dim }]),
  ]
}
