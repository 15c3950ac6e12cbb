import type { Sentences } from '@skillet/language'
import { cleanText } from '../../screen/clean.ts'
import { colourLine, diffSize } from '../../screen/diff.ts'
import { count } from '../../screen/numbers.ts'
import type { Style } from '../../screen/terminal.ts'
import { breakWidth, fitWidth } from '../../screen/width.ts'
import { readable, wrapText } from '../../screen/wrap.ts'
import type { Markdown } from '../markdown/index.ts'
import type { Block, CallBlock, UserBlock } from '../state/blocks.ts'

export interface BlockView {
  readonly style: Style
  readonly words: Sentences
  readonly columns: number
  readonly rows: number
  readonly unfolded: boolean
  readonly now: number
  /** What lays the Markdown of an answer out; the same each time while the answer is written. */
  readonly markdown: (answer: { readonly id: string; readonly open: boolean }) => Markdown
}

/** So many lines of a message, an output or a diff are shown until Ctrl-O. */
const foldedLines = 12

/**
 * A block as lines. What Skillet says begins at the left edge with a sign; what a person, a model or
 * a tool says stands behind a margin, so that neither can pass for the other.
 */
export function drawBlock(block: Block, view: BlockView): readonly string[] {
  const { style, words, columns } = view
  switch (block.kind) {
    case 'user':
      return drawUser(block, view)
    case 'text': {
      const cells = Math.max(8, readable(columns) - 2)
      return view.markdown(block).lines(block.text, cells)
    }
    case 'reasoning':
      return drawReasoning(block.text, block.open, view)
    case 'skill': {
      const by =
        block.route === 'user'
          ? ''
          : ` · ${words.chat.skillLoadedByModel(block.name, count(block.tokens))}`
      const facts = `${words.menu.scope(block.scope)} · ${block.place} · ≈ ${count(block.tokens)} tokens`
      const title =
        block.route === 'user'
          ? `${style.bold(`/${block.name}`)} ${style.dim(`· ${facts}`)}`
          : `${style.bold(`/${block.name}`)} ${style.dim(by.slice(3))}`
      const tools = block.tools.length === 0 ? [] : [words.chat.skillTools(block.tools.join(', '))]
      const cut = block.truncated === 0 ? [] : [words.chat.skillCut(count(block.truncated))]
      return [
        ...signed(style.cyan('●'), title, columns),
        ...[...tools, ...cut].flatMap((line) =>
          wrapText(line, { columns, first: '  ', rest: '  ' }).map(style.dim),
        ),
      ]
    }
    case 'call':
      return drawCall(block, view)
    case 'notice': {
      const sign = { info: style.dim('·'), warning: style.yellow('!'), error: style.red('✗') }[
        block.level
      ]
      const text =
        block.level === 'info' ? block.message.split('\n').map(style.dim).join('\n') : block.message
      const hint =
        block.hint === undefined
          ? []
          : wrapText(block.hint, { columns, first: `  ${style.green('→')} `, rest: '    ' })
      return [...signed(sign, text, columns), ...hint]
    }
    case 'model':
      return block.guided
        ? signed(
            style.yellow('●'),
            `${style.bold('guided')} ${style.dim(`· ${words.terminal.guided} · ${words.terminal.guidedHint}`)}`,
            columns,
          )
        : signed(style.cyan('●'), block.model, columns)
    case 'end':
      return drawEnd(block, view)
    case 'lines':
      return block.lines.flatMap((line) => wrapText(line, { columns }))
  }
}

function signed(sign: string, text: string, columns: number): readonly string[] {
  return wrapText(text, { columns, first: `${sign} `, rest: '  ' })
}

function drawUser(
  { text, skill, arguments: given, attachments = [], from }: UserBlock,
  view: BlockView,
): readonly string[] {
  const { style, words, columns } = view
  const bar = style.cyan('▌')
  if (from !== undefined) return [`${style.cyan('●')} ${style.dim(words.chat.followUp(from))}`]
  const cells = Math.max(8, columns - 2)
  const call = skill === undefined ? '' : style.bold(`/${skill}`)
  const head = [call, given ?? ''].filter((part) => part !== '').join(' ')
  const body = text === '' ? [] : text.split('\n').flatMap((line) => breakLine(line, cells))
  const lines = [
    ...(head === '' ? [] : breakLine(head, cells)),
    ...folded(body, view),
    ...attachments.map((name) => style.dim(name)),
  ]
  return lines.map((line) => `${bar} ${line}`.trimEnd())
}

function breakLine(line: string, cells: number): readonly string[] {
  return breakWidth(line.replaceAll('\t', '    '), cells)
}

/** The beginning and the end, and how much lies between. */
function folded(
  lines: readonly string[],
  { unfolded, style, words }: BlockView,
): readonly string[] {
  if (unfolded || lines.length <= foldedLines + 2) return lines
  const hidden = lines.length - foldedLines
  const note = style.dim(`… ${words.terminal.moreLines(count(hidden))} · ${words.terminal.unfold}`)
  return [...lines.slice(0, foldedLines - 3), note, ...lines.slice(-3)]
}

function drawReasoning(text: string, open: boolean, view: BlockView): readonly string[] {
  const { style, words, columns, unfolded } = view
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const label = open ? words.chat.thinking : words.chat.thought
  if (!unfolded) {
    const last = open ? (lines.at(-1) ?? '') : words.terminal.thoughts(count(lines.length))
    return [style.dim(fitWidth(`  ${label} · ${last}`, columns))]
  }
  return [
    style.dim(`  ${label}`),
    ...lines
      .flatMap((line) => wrapText(line, { columns, first: '  ', rest: '  ' }))
      .map((line) => style.dim(style.italic(line))),
  ]
}

function drawCall(call: CallBlock, view: BlockView): readonly string[] {
  const { style, words, columns } = view
  const facts = factsOf(call, view)
  const state = facts.length === 0 ? '' : ` · ${facts.join(' · ')}`
  const head = `${call.tool} `
  const room = Math.max(
    8,
    columns - 2 - head.length - Math.min(state.length, Math.floor(columns / 2)),
  )
  const subject = view.unfolded ? call.subject : fitWidth(call.subject, room)
  const line = `${style.bold(call.tool)} ${subject}${style.dim(state)}`
  const title = view.unfolded
    ? signed(sign(call, style), line, columns)
    : [fitLine(`${sign(call, style)} ${line}`, columns)]
  const remark =
    call.remark === undefined || call.state === 'running'
      ? []
      : wrapText(call.remark, { columns, first: '  ', rest: '  ' }).map(style.dim)
  const bar = style.dim('│')
  const body = bodyOf(call, view).map((text) => `  ${bar} ${text}`.trimEnd())
  const empty =
    call.state === 'running' || body.length > 0 || call.outcome?.text !== ''
      ? []
      : [style.dim(`  ${words.chat.noOutput}`)]
  return [...title, ...remark, ...body, ...empty]
}

function fitLine(line: string, columns: number): string {
  return line.length <= columns ? line : fitColoured(line, columns)
}

/** pi-tui would cut it all the same; here the state at its end is what must stay. */
function fitColoured(line: string, columns: number): string {
  const plain = line.replace(/\u001b\[[0-9;]*m/gu, '')
  return fitWidth(plain, columns) === plain ? line : `${fitWidth(plain, columns)}`
}

function sign({ state }: CallBlock, style: Style): string {
  switch (state) {
    case 'done':
      return style.green('✓')
    case 'failed':
    case 'refused':
      return style.red('✗')
    case 'waiting':
      return style.yellow('?')
    case 'stopped':
    case 'interrupted':
      return style.yellow('■')
    case 'preparing':
    case 'running':
      return style.cyan('▸')
  }
}

function factsOf(call: CallBlock, { words, now }: BlockView): readonly string[] {
  const { state, outcome, startedAt, endedAt } = call
  const seconds = Math.floor(((endedAt ?? now) - startedAt) / 1000)
  const time =
    seconds < 1 || (state !== 'running' && call.tool !== 'bash')
      ? []
      : [words.terminal.seconds(count(seconds))]
  switch (state) {
    case 'running':
      return time
    case 'done':
    case 'failed': {
      if (outcome === undefined) return time
      const { exitCode, diff, ok } = outcome
      if (exitCode === null) return [words.chat.killed, ...time]
      if (exitCode !== undefined) return [words.terminal.exit(exitCode), ...time]
      if (diff !== undefined && diff !== '') return [diffSize(diff)]
      if (!ok) return [outcome.text.split('\n')[0] ?? words.chat.toolState.failed]
      return [sizeOf(outcome.text, words)]
    }
    default:
      return [words.chat.toolState[state]]
  }
}

function sizeOf(text: string, { terminal }: Sentences): string {
  return terminal.thoughts(count(text === '' ? 0 : text.replace(/\n$/u, '').split('\n').length))
}

/** While it runs, its last lines; afterwards nothing, but where it failed or changed a file. */
function bodyOf(call: CallBlock, view: BlockView): readonly string[] {
  const { style, words, columns, unfolded, rows } = view
  const { state, outcome, output } = call
  const cells = Math.max(8, columns - 4)
  const diff = outcome?.diff
  if (diff !== undefined && diff !== '') {
    const lines = cleanText(diff).replace(/\n+$/u, '').split('\n').slice(2)
    return folded(
      lines.flatMap((line) => breakLine(line, cells)).map((line) => colourLine(line, style)),
      view,
    )
  }
  const whole =
    outcome === undefined || call.tool === 'bash' ? output || (outcome?.text ?? '') : outcome.text
  const lines = whole
    .replace(/\n+$/u, '')
    .split('\n')
    .flatMap((line) => breakLine(line, cells))
  if (whole.trim() === '') return []
  if (unfolded) return lines.map(style.dim)
  const most = Math.max(3, Math.min(foldedLines, Math.floor(rows / 3)))
  if (state === 'done' || state === 'refused' || state === 'stopped') return []
  if (state === 'failed' && outcome?.exitCode === undefined) return []
  const hidden = lines.length - most + call.earlier
  const note =
    lines.length > most
      ? [`… ${words.terminal.moreLines(count(hidden))} · ${words.terminal.unfold}`]
      : []
  return [...note, ...lines.slice(-most)].map(style.dim)
}

function drawEnd(
  { reason, summary }: Extract<Block, { kind: 'end' }>,
  { style, words, columns }: BlockView,
): readonly string[] {
  const { steps, inputTokens, outputTokens, cost, seconds } = summary
  const parts = [
    words.terminal.ended[reason],
    ...(steps > 1 ? [words.terminal.steps(count(steps))] : []),
    ...(inputTokens + outputTokens > 0
      ? [words.terminal.tokensUsed(count(inputTokens), count(outputTokens))]
      : []),
    ...(seconds > 0 ? [words.terminal.seconds(count(seconds))] : []),
    ...(cost ? [dollars(cost)] : []),
    ...(reason === 'done' ? [] : [words.terminal.retryHint]),
  ]
  return wrapText(parts.join(' · '), { columns, first: '  ', rest: '  ' }).map(style.dim)
}

function dollars(cost: number): string {
  if (cost < 0.0001) return '< $0.0001'
  return `$${cost < 1 ? cost.toPrecision(2) : cost.toFixed(2)}`
}
