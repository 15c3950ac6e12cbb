import type { EngineEvent } from '@skillet/agent'
import { cleanLine, createCleaner } from '../screen/clean.ts'
import type { DiagnosticView } from '../screen/diagnostics.ts'
import { renderDiagnostics } from '../screen/diagnostics.ts'
import { renderDiff } from '../screen/diff.ts'
import { renderHint } from '../screen/notice.ts'
import { count, counted } from '../screen/numbers.ts'
import { shortPath } from '../screen/paths.ts'
import { scopeWord } from '../screen/scope.ts'
import { createSpinner } from '../screen/spinner.ts'
import type { Terminal } from '../screen/terminal.ts'
import { renderApproval } from './approval.ts'
import { createCallView } from './call-view.ts'
import { createRefusals, type RefusalRemedies } from './refusals.ts'
import { createRunScreen } from './screen.ts'
import type { TurnView } from './turn.ts'

/** Shows the events of one turn to a person. */
export function createRunView(
  terminal: Terminal,
  view: DiagnosticView,
  remedies: RefusalRemedies = 'flags',
): TurnView {
  const { style, standpoint } = view
  const screen = createRunScreen(terminal)
  const spinner = createSpinner(terminal.stderr)
  const calls = createCallView(screen, style, standpoint)
  const tokens = { input: 0, output: 0 }
  /** In US dollars; undefined once a step's is not known. */
  let cost: number | undefined = 0
  let answer = createCleaner()
  let thought = { cleaner: createCleaner(), partial: '' }
  const asked = new Set<string>()
  const refusals = createRefusals(remedies)
  let model = ''

  const showModel = (next: string, guided: boolean) => {
    if (next === model) return
    model = next
    if (!guided) return screen.status(`${style.cyan('●')} ${cleanLine(next)}`)
    const remedy = style.dim('· skillet doctor says how to connect a language model')
    screen.status(`${style.yellow('●')} ${style.bold('guided')} ${remedy}`)
  }

  const render = async (event: EngineEvent): Promise<void> => {
    switch (event.type) {
      case 'turn-start':
        return showModel(event.model, event.guided)
      case 'step-start':
        return model === 'guided' || event.model === 'guided'
          ? undefined
          : showModel(event.model, false)
      case 'skill-activated': {
        const by = event.route === 'user' ? '' : ' · loaded by the model'
        const place = cleanLine(shortPath(event.location, standpoint))
        screen.status(
          `${style.cyan('●')} skill ${style.bold(cleanLine(event.name))} ` +
            style.dim(
              `· ${scopeWord(event.scope)} · ${place} · ${counted(event.tokens, 'token')}${by}`,
            ),
        )
        if (event.tools.length > 0) {
          screen.status(style.dim(`  tools: ${event.tools.map(cleanLine).join(', ')}`))
        }
        if (event.diagnostics.length > 0) {
          screen.output(await renderDiagnostics(event.diagnostics, view))
        }
        return
      }
      case 'skill-dropped':
        return screen.status(
          notice(`skill ${cleanLine(event.name)} is left out: ${cleanLine(event.reason)}`),
        )
      case 'text':
        // A block that a failure cut short has no end of its own.
        if (event.phase === 'start') endAnswer()
        if (event.delta !== undefined) screen.answer(answer.push(event.delta))
        if (event.phase !== 'end') return
        return endAnswer()
      case 'reasoning':
        return showThought(event)
      case 'tool-call':
        return calls.called(event)
      case 'approval-request':
        asked.add(event.request.callId)
        return screen.status(renderApproval(event.request, view))
      case 'tool-denied':
        refusals.add(event)
        return calls.denied(event)
      case 'tool-output':
        calls.output(event)
        // A change that was agreed to is on screen already.
        if (event.final && event.outcome?.diff && !asked.has(event.callId)) {
          screen.output(indent(renderDiff(event.outcome.diff, style)))
        }
        return
      case 'retrying':
        return screen.status(
          notice(
            `${cleanLine(event.reason)} Trying again in ${Math.ceil(event.delayMs / 1000)} s ` +
              `(${event.attempt} of ${event.of}).`,
          ),
        )
      case 'compacted':
        return screen.status(
          notice(
            `${compactedWords(event)}: ` +
              `${count(event.tokensBefore)} → ${counted(event.tokensAfter, 'token')}.`,
          ),
        )
      case 'follow-up':
        return screen.status(
          `${style.cyan('●')} skill ${style.bold(cleanLine(event.skill))} ` +
            style.dim(`· ${event.hook}: what it asks for afterwards`),
        )
      case 'notice':
        screen.status(notice(cleanLine(event.message)))
        return hint(event.hint)
      case 'usage':
        tokens.input += event.usage.inputTokens ?? 0
        tokens.output += event.usage.outputTokens ?? 0
        cost =
          cost === undefined || event.usage.costUsd === undefined
            ? undefined
            : cost + event.usage.costUsd
        return
      case 'turn-end':
        return showEnd(event)
      case 'queued':
        return screen.status(
          notice(`Waiting: ${counted(event.place, 'turn')} of this conversation first.`),
        )
      // The question that was answered stays on screen with its answer.
      case 'approval-resolved':
      case 'snapshot':
      case 'title':
      case 'tool-input':
        return
    }
  }

  const endAnswer = () => {
    screen.answer(answer.end())
    screen.endAnswer()
    answer = createCleaner()
  }

  const hint = (text: string | undefined) => {
    if (text !== undefined) screen.status(renderHint(text, style, terminal.stderr.columns))
  }

  const notice = (text: string) => `${style.yellow('!')} ${text}`

  /** Whole lines only: pieces of a line that come one by one would each take a line of their own. */
  const showThought = ({ phase, delta = '' }: Extract<EngineEvent, { type: 'reasoning' }>) => {
    if (phase === 'start') thought = { cleaner: createCleaner(), partial: '' }
    const { cleaner, partial } = thought
    const text = partial + cleaner.push(delta) + (phase === 'end' ? `${cleaner.end()}\n` : '')
    const lines = text.split('\n')
    thought.partial = lines.pop() ?? ''
    const shown = lines.filter((line) => line.trim() !== '')
    for (const line of shown) screen.remark(style.dim(style.italic(line)))
  }

  const showEnd = (event: Extract<EngineEvent, { type: 'turn-end' }>) => {
    endAnswer()
    if (event.error !== undefined) {
      screen.status(`${style.red('✗')} ${cleanLine(event.error.message)}`)
      hint(event.error.hint)
    }
    const [title, ...ways] = refusals.remedies()
    if (title !== undefined) {
      screen.status(notice(title))
      for (const way of ways) screen.status(`  ${way}`)
    }
    const used =
      tokens.input + tokens.output === 0
        ? ''
        : ` · ${counted(tokens.input, 'token')} in, ${count(tokens.output)} out`
    const paid = cost ? ` · ${dollars(cost)}` : ''
    screen.status(
      style.dim(`${endings[event.reason]} · ${counted(event.steps, 'step')}${used}${paid}`),
    )
  }

  return {
    async show(event) {
      spinner.hide()
      await render(event)
      const waiting = calls.waitingFor(event)
      if (waiting === undefined) return
      // The spinner draws over its line; whatever of the answer stands there keeps it.
      if (terminal.stderr.redraws) screen.clearLine()
      spinner.show(waiting)
    },
    leave() {
      spinner.hide()
      screen.status(style.dim('Stopped at once'))
    },
    close: () => spinner.hide(),
  }
}

const endings = {
  done: 'Done',
  aborted: 'Stopped',
  'step-limit': 'Stopped at the step limit',
  error: 'Failed',
} as const

/** What became of the older part of a conversation that had grown too long. */
function compactedWords({
  summary,
  messages,
  shortened,
}: Extract<EngineEvent, { type: 'compacted' }>): string {
  const older = counted(messages, 'older message')
  const whole = { written: [`${older} summarised`], none: [`${older} left out`], kept: [] }
  const results = shortened === 0 ? [] : [`${counted(shortened, 'long tool call')} shortened`]
  return [...whole[summary], ...results].join(', ')
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
}

/** As precise as anybody wants to know it. */
function dollars(cost: number): string {
  if (cost < 0.0001) return 'under $0.0001'
  return `$${cost < 1 ? cost.toPrecision(2) : cost.toFixed(2)}`
}
