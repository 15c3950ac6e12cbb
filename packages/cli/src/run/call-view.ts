import type { EngineEvent, ToolOutcome } from '@skillet/agent'
import { type Cleaner, cleanLine, createCleaner } from '../screen/clean.ts'
import { diffSize } from '../screen/diff.ts'
import { counted } from '../screen/numbers.ts'
import type { Standpoint } from '../screen/paths.ts'
import type { Style } from '../screen/terminal.ts'
import { callSubject } from './calls.ts'
import type { RunScreen } from './screen.ts'

type EventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>

/** A call that has not ended. */
interface OpenCall {
  readonly tool: string
  readonly subject: string
  readonly cleaner: Cleaner
  /** The last line of live output, still without its end. */
  partial: string
  /** Whether live output stands on screen, below the call's own line. */
  live: boolean
}

/** Shows each tool call as one line with its state, live output dimmed below it. */
export interface CallView {
  called(event: EventOf<'tool-call'>): void
  output(event: EventOf<'tool-output'>): void
  denied(event: EventOf<'tool-denied'>): void
  /** What a spinner should name after this event, if anything is being waited for. */
  waitingFor(event: EngineEvent): string | undefined
}

export function createCallView(screen: RunScreen, style: Style, standpoint: Standpoint): CallView {
  const open = new Map<string, OpenCall>()

  const line = (sign: string, call: { tool: string; subject: string }, state: string) =>
    `${sign} ${style.bold(call.tool)} ${call.subject}${state === '' ? '' : style.dim(` · ${state}`)}`

  const showLive = (call: OpenCall, chunk: string) => {
    const lines = (call.partial + call.cleaner.push(chunk)).split('\n')
    call.partial = lines.pop() ?? ''
    if (lines.length === 0) return
    if (!call.live) screen.status(line(style.cyan('▸'), call, ''))
    call.live = true
    screen.output(style.dim(lines.map((text) => `  ${text}`.trimEnd()).join('\n')))
  }

  const showEnd = (call: OpenCall, outcome: ToolOutcome) => {
    if (call.live && call.partial !== '') screen.output(style.dim(`  ${call.partial}`))
    const sign = outcome.ok ? style.green('✓') : style.red('✗')
    const state = stateOf(outcome)
    if (call.live) screen.output(`${sign} ${style.bold(call.tool)}${style.dim(` · ${state}`)}`)
    else screen.status(line(sign, call, state))
  }

  return {
    called(event) {
      open.set(event.callId, {
        tool: cleanLine(event.tool),
        subject: callSubject(event.tool, event.input, standpoint),
        cleaner: createCleaner(),
        partial: '',
        live: false,
      })
    },
    output(event) {
      const call = open.get(event.callId)
      if (call === undefined) return
      if (event.delta !== undefined) showLive(call, event.delta)
      if (!event.final) return
      open.delete(event.callId)
      if (event.outcome !== undefined) showEnd(call, event.outcome)
    },
    denied(event) {
      const call = open.get(event.callId) ?? { tool: cleanLine(event.tool), subject: '' }
      open.delete(event.callId)
      const refused = (state: string) => screen.status(line(style.red('✗'), call, state))
      if (event.by === 'stop') return refused('not run: stopped')
      if (event.unattended) return refused('not run: nobody here to ask')
      const by = {
        person: 'refused by you',
        rule: 'refused by a rule',
        skill: 'refused by the skill',
        skillet: 'refused by Skillet',
      }
      refused(by[event.by])
      if (event.reason !== '') screen.remark(style.dim(`  ${cleanLine(event.reason)}`))
    },
    waitingFor(event) {
      if (event.type === 'step-start' || event.type === 'turn-start') return 'waiting for the model'
      if (event.type === 'tool-input') return `writing a call of ${cleanLine(event.tool)}`
      if (event.type === 'reasoning') return 'thinking'
      if (event.type === 'retrying') return 'waiting to try again'
      if (event.type === 'text' || event.type === 'approval-request') return undefined
      const [running] = open.values()
      if (running === undefined || running.live) return undefined
      return `${running.tool} ${running.subject}`
    },
  }
}

function stateOf(outcome: ToolOutcome): string {
  const parts: string[] = []
  if (outcome.exitCode !== undefined) {
    parts.push(outcome.exitCode === null ? 'killed' : `exit ${outcome.exitCode}`)
  } else if (!outcome.ok) parts.push(cleanLine(outcome.text.split('\n')[0] ?? 'failed'))
  if (outcome.diff) parts.push(diffSize(outcome.diff))
  else if (outcome.ok && outcome.exitCode === undefined) parts.push(sizeOf(outcome.text))
  if (outcome.truncated) parts.push(`${counted(outcome.truncated, 'byte')} left out`)
  return parts.join(' · ')
}

function sizeOf(text: string): string {
  const lines = text === '' ? 0 : text.replace(/\n$/u, '').split('\n').length
  return counted(lines, 'line')
}
