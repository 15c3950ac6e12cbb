import { z } from 'zod'
import { runShell, type ShellEnd } from './run-shell.ts'
import type { Tool, ToolContext, ToolOutcome } from './types.ts'

const schema = z.object({
  command: z
    .string()
    .min(1)
    .refine((command) => !command.includes('\0'), 'A command cannot hold a NUL character.')
    .describe('The command line, run by bash.'),
  timeout: z
    .number()
    .positive()
    .max(3600)
    .optional()
    .describe('Seconds until the command is stopped. Default 120.'),
})

export type BashInput = z.infer<typeof schema>

const defaultSeconds = 120

/**
 * Runs a command line. The working folder that a command ends in is the one the next starts in.
 * There is no sandbox: what keeps a command from harm is the question that comes before it.
 */
export const bashTool: Tool<BashInput> = {
  name: 'bash',
  summary: 'run a command line in bash',
  description: [
    'Runs a command line in bash and returns what it prints on standard output and standard error, and its exit code.',
    'The working folder is kept between calls; other shell state is not. Standard input is empty.',
    `A command is stopped after ${defaultSeconds} seconds unless timeout says otherwise, and whatever it left running in the background is stopped when it ends.`,
    'Long output is cut in the middle.',
  ].join(' '),
  schema,
  access: ({ command }, context) => ({ kind: 'run', command, cwd: context.shell.cwd }),
  run,
}

async function run(input: BashInput, context: ToolContext): Promise<ToolOutcome> {
  const mismatch = approvedOther(input, context)
  if (mismatch !== undefined) return { ok: false, text: mismatch }
  const seconds = input.timeout ?? defaultSeconds
  const end = await runShell({
    command: input.command,
    cwd: context.shell.cwd,
    environment: context.environment,
    timeLimit: seconds * 1000,
    signal: context.signal,
    emit: context.emit,
  })
  if (end.kind === 'failed') return { ok: false, text: end.reason }
  const moved = end.cwd !== undefined && end.cwd !== context.shell.cwd
  if (end.cwd !== undefined) context.shell.cwd = end.cwd
  const notes = [...endNotes(end, seconds), ...(moved ? [`Working folder: ${end.cwd}`] : [])]
  const body = end.output.text === '' ? '(no output)' : end.output.text.replace(/\n$/u, '')
  return {
    ok: end.kind === 'exited' && end.exitCode === 0,
    text: [body, ...notes.map((note) => `[${note}]`)].join('\n'),
    exitCode: end.exitCode,
    outputLines: end.output.totalLines,
    ...(end.output.truncated > 0 ? { truncated: end.output.truncated } : {}),
  }
}

/** Exactly what was approved runs: neither another line nor the same line elsewhere. */
function approvedOther(input: BashInput, context: ToolContext): string | undefined {
  const access = context.approved?.access
  if (access === undefined) return undefined
  const same =
    access.kind === 'run' && access.command === input.command && access.cwd === context.shell.cwd
  return same
    ? undefined
    : 'This is not the command, or not the folder, that was approved; ask again.'
}

function endNotes(end: Exclude<ShellEnd, { kind: 'failed' }>, seconds: number): string[] {
  const notes: string[] = []
  if (end.kind === 'timeout') notes.push(`Stopped after ${seconds} seconds`)
  if (end.kind === 'aborted') notes.push('Stopped by the person')
  if (end.kind === 'flooded') notes.push(`Stopped after ${end.output.totalBytes} bytes of output`)
  if (end.kind === 'exited' && end.exitCode !== 0) {
    notes.push(end.exitCode === null ? `Ended by ${end.signal}` : `Exit code ${end.exitCode}`)
  }
  if (end.stoppedBackground) notes.push('Processes left in the background were stopped')
  return notes
}
