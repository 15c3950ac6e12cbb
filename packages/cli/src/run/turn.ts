import type {
  ApprovalAnswer,
  ApprovalRequest,
  Engine,
  EngineEvent,
  SubmitOptions,
} from '@skillet/agent'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { sayNotice } from '../screen/notice.ts'
import { askApproval, type ReasonReader } from './approval.ts'

/** What becomes of each event of a turn: shown to a person, or printed for a program. */
export interface TurnView {
  show(event: EngineEvent): Promise<void>
  /** The process leaves before the turn has ended: says so at once, or never. */
  leave(): void
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
  let stoppedBy: ExitCode = exitCodes.interrupted
  const unlisten = context.interrupts.listen((code) => {
    stoppedBy = code
    stop.abort()
  })
  const stay = context.interrupts.beforeLeaving(() => view.leave())
  let refused = false
  let reader: ReasonReader = 'model'
  let code: ExitCode = exitCodes.failed
  const events = engine.submitMessage({ ...submit, signal: stop.signal })
  try {
    for await (const event of events) {
      await view.show(event)
      if (event.type === 'turn-start') reader = event.guided ? 'nobody' : 'model'
      if (event.type === 'approval-request') {
        const elsewhere = answeredElsewhere(events, event.request.id)
        const signal = AbortSignal.any([stop.signal, elsewhere])
        const decision = await answer(context, event.request, reader, { signal, elsewhere })
        if (decision === 'stop') stop.abort()
        else if (decision !== 'nobody') {
          const counts = await engine.answer(event.request.id, decision)
          if (!counts && !stop.signal.aborted) sayElsewhere(context)
        }
      }
      if (event.type === 'tool-denied') refused = true
      if (event.type === 'turn-end') code = codeOf(event.reason, stoppedBy)
    }
  } catch (error) {
    stop.abort()
    await ended(events)
    throw error
  } finally {
    view.close()
    unlisten()
    stay()
  }
  return strict && refused && code === exitCodes.done ? exitCodes.refused : code
}

/** Until nothing of a turn runs any more: what it uses may be closed after that. */
async function ended(events: AsyncIterable<EngineEvent>): Promise<void> {
  for await (const _ of events);
}

async function answer(
  { questions, terminal }: Context,
  request: ApprovalRequest,
  reader: ReasonReader,
  { signal, elsewhere }: { readonly signal: AbortSignal; readonly elsewhere: AbortSignal },
): Promise<ApprovalAnswer | 'stop' | 'nobody'> {
  if (!terminal.interactive) return 'nobody'
  const given = await askApproval(request, questions, reader, signal)
  if (given !== undefined) return given
  if (!elsewhere.aborted) return 'stop'
  sayElsewhere({ terminal })
  return 'nobody'
}

function sayElsewhere({ terminal }: Pick<Context, 'terminal'>): void {
  sayNotice(terminal.stderr, 'Somebody answered this question elsewhere.')
}

/** Fires once a question is settled: reading on shows it while this process still asks. */
function answeredElsewhere(events: AsyncIterable<EngineEvent>, id: string): AbortSignal {
  const settled = new AbortController()
  const watch = async () => {
    for await (const event of events) {
      if (event.type === 'approval-resolved' && event.id === id) return settled.abort()
    }
  }
  watch().catch(() => {})
  return settled.signal
}

function codeOf(
  reason: Extract<EngineEvent, { type: 'turn-end' }>['reason'],
  stoppedBy: ExitCode,
): ExitCode {
  switch (reason) {
    case 'done':
      return exitCodes.done
    case 'aborted':
      return stoppedBy
    case 'step-limit':
    case 'error':
      return exitCodes.failed
  }
}
