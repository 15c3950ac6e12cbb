import type { ApprovalRequest, Engine, EngineEvent, SubmitOptions } from '@skillet/agent'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { askApproval } from './approval.ts'

/** What becomes of each event of a turn: shown to a person, or printed for a program. */
export interface TurnView {
  show(event: EngineEvent): Promise<void>
  close(): void
}

export interface TurnOptions {
  readonly engine: Engine
  readonly view: TurnView
  readonly submit: SubmitOptions
  /** Whether a refused call makes the exit code 3. */
  readonly strict: boolean
}

/** Runs one turn to its end: shows its events, asks what must be asked, stops on Ctrl-C. */
export async function runTurn(context: Context, options: TurnOptions): Promise<ExitCode> {
  const { engine, view, submit, strict } = options
  const stop = new AbortController()
  const unlisten = context.interrupts.listen(() => stop.abort())
  let refused = false
  let code: ExitCode = exitCodes.failed
  try {
    for await (const event of engine.submitMessage({ ...submit, signal: stop.signal })) {
      await view.show(event)
      if (event.type === 'approval-request') await answer(context, engine, event.request, stop)
      if (event.type === 'tool-denied') refused = true
      if (event.type === 'turn-end') code = codeOf(event.reason)
    }
  } finally {
    view.close()
    unlisten()
  }
  return strict && refused && code === exitCodes.done ? exitCodes.refused : code
}

async function answer(
  { questions, terminal }: Context,
  engine: Engine,
  request: ApprovalRequest,
  stop: AbortController,
): Promise<void> {
  if (!terminal.interactive) return
  const decision = await askApproval(request, questions)
  if (decision === undefined) stop.abort()
  else engine.answer(request.id, decision)
}

function codeOf(reason: Extract<EngineEvent, { type: 'turn-end' }>['reason']): ExitCode {
  switch (reason) {
    case 'done':
      return exitCodes.done
    case 'aborted':
      return exitCodes.interrupted
    case 'step-limit':
    case 'error':
    case 'interrupted':
      return exitCodes.failed
  }
}
