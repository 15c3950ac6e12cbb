import type { DataParts, MessageEnd, SkilletPart, ToolOutput } from '@skillet/server/contract'

/** A tool call of an answer, as the AI SDK has it. */
export type ToolPart = Extract<SkilletPart, { type: 'dynamic-tool' }>

/** What a person was asked about a call, and the answer where there is one. */
export type Asked = DataParts['approval']

/** How a tool call stands. Each has a word and an icon. */
export type CallState =
  | 'preparing'
  | 'waiting'
  | 'running'
  | 'done'
  | 'failed'
  | 'refused'
  | 'stopped'
  | 'interrupted'

/**
 * How a call stands.
 *
 * @param asked the latest question about it
 * @param end of its answer; a call that has no outcome by then never gets one
 */
export function callState(part: ToolPart, asked?: Asked, end?: MessageEnd): CallState {
  const output = outputOf(part)
  if (endedByStop(part, asked)) return 'stopped'
  const isOpen = output === undefined || output.live === true || isPreliminary(part)
  if (part.state === 'output-denied' || output?.denied !== undefined) return 'refused'
  if (part.state === 'output-error') return withoutOutcome(end)
  if (end !== undefined && isOpen) return end.reason === 'aborted' ? 'stopped' : 'interrupted'
  if (isWaiting(part, asked)) return 'waiting'
  if (part.state === 'input-streaming') return 'preparing'
  if (isOpen) return 'running'
  if (output.ok) return 'done'
  // A command that was ended from outside has no exit code.
  return end?.reason === 'aborted' && output.exitCode === null ? 'stopped' : 'failed'
}

/** It never ran, since its answer was stopped before. */
function endedByStop(part: ToolPart, asked: Asked | undefined): boolean {
  const denied = outputOf(part)?.denied
  if (denied !== undefined) return denied.by === 'stop'
  return part.state === 'output-denied' && asked?.answer?.stopped === true
}

/** Nobody knows what came of it: that is all that an error of a call means. */
function withoutOutcome(end: MessageEnd | undefined): CallState {
  if (end?.reason === 'aborted') return 'stopped'
  return end === undefined || end.reason === 'interrupted' ? 'interrupted' : 'failed'
}

/** A part tells of a question before the question itself has arrived. */
function isWaiting(part: ToolPart, asked: Asked | undefined): boolean {
  if (asked !== undefined) return asked.answer === undefined
  return part.state === 'approval-requested'
}

function isPreliminary(part: ToolPart): boolean {
  return part.state === 'output-available' && part.preliminary === true
}

/** What came of a call so far. A library's user may store outputs of other shapes: they are none. */
export function outputOf(part: ToolPart): ToolOutput | undefined {
  if (part.state !== 'output-available') return undefined
  const { output } = part
  return isOutput(output) ? output : { ok: true, text: asText(output) }
}

function isOutput(value: unknown): value is ToolOutput {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'ok' in value &&
    typeof value.ok === 'boolean'
  )
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
