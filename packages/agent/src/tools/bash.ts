import { z } from 'zod'
import type { GivenToRun, Opening, SandboxRequest } from '../sandbox/index.ts'
import { statsOf } from './paths.ts'
import { skillPlace } from './permitted.ts'
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
 * Runs a command line, in the sandbox where there is one. The working folder that a command ends in
 * is the one the next starts in.
 */
export const bashTool: Tool<BashInput> = {
  name: 'bash',
  summary: 'run a command line in bash',
  description: [
    'Runs a command line in bash and returns what it prints on standard output and standard error, and its exit code.',
    'The working folder is kept between calls; other shell state is not. Standard input is empty.',
    `A command is stopped after ${defaultSeconds} seconds unless timeout says otherwise, and whatever it left running in the background is stopped when it ends.`,
    'Long output is cut in the middle.',
    'Commands may run in a sandbox: only the workspace is writable then, /tmp is empty at the start of each call, and there is no network.',
  ].join(' '),
  schema,
  sandboxed: true,
  access: ({ command }, context) => ({ kind: 'run', command, cwd: startFolder(context).cwd }),
  run,
}

async function run(input: BashInput, context: ToolContext): Promise<ToolOutcome> {
  const start = approvedFolder(input, context)
  if (start === undefined) return { ok: false, text: approvedOther }
  const seconds = input.timeout ?? defaultSeconds
  let { end, putAside } = await runInside(input.command, start.cwd, seconds, context)
  for (let again = 0; end.kind === 'failed' && end.isExchanged && again < mostTries; again += 1) {
    const next = await runInside(input.command, start.cwd, seconds, context)
    end = next.end
    putAside = [...putAside, ...next.putAside]
  }
  const told = putAside.length > 0 && { notices: putAside }
  if (end.kind === 'failed')
    return { ok: false, text: [end.reason, ...putAside].join('\n'), ...told }
  const moved = end.cwd !== undefined && end.cwd !== context.shell.cwd
  if (end.cwd !== undefined) context.shell.cwd = end.cwd
  const wants = end.kind === 'exited' ? missed(input, end, context) : undefined
  const notes = [
    ...start.notes,
    ...endNotes(end, seconds),
    ...(moved ? [`Working folder: ${end.cwd}`] : []),
    ...putAside,
    ...(wants === undefined ? [] : [missedNotes[wants]]),
  ]
  const body = end.output.text === '' ? '(no output)' : end.output.text.replace(/\n$/u, '')
  return {
    ok: end.kind === 'exited' && end.exitCode === 0,
    text: [body, ...notes.map((note) => `[${note}]`)].join('\n'),
    exitCode: end.exitCode,
    outputLines: end.output.totalLines,
    ...(end.output.truncated > 0 ? { truncated: end.output.truncated } : {}),
    ...(wants !== undefined && { wants }),
    ...told,
  }
}

/** How often a sandbox is made again in which something was exchanged meanwhile. */
const mostTries = 2

async function runInside(
  command: string,
  cwd: string,
  seconds: number,
  context: ToolContext,
): Promise<{ readonly end: ShellEnd; readonly putAside: readonly string[] }> {
  const { sandbox, environment, signal, emit, secretBlanker } = context
  const inside =
    sandbox?.kind === 'bubblewrap' ? await sandbox.enter(request(cwd, context)) : undefined
  let putAside: readonly string[] = []
  let end: ShellEnd
  try {
    end = await runShell({
      command,
      cwd,
      environment,
      timeLimit: seconds * 1000,
      signal,
      emit,
      ...(secretBlanker !== undefined && { blanker: secretBlanker() }),
      ...(inside !== undefined && { inside }),
      ...(sandbox?.kind === 'bubblewrap' &&
        sandbox.processLimit !== undefined && { processLimit: sandbox.processLimit }),
    })
  } finally {
    putAside = (await inside?.leave()) ?? []
  }
  return { end, putAside }
}

interface StartFolder {
  readonly cwd: string
  readonly notes: readonly string[]
}

/**
 * Exactly what was approved runs, in the folder that was shown with it: what a run before it moved to,
 * or what this one is given, changes nothing. Undefined where something else was approved.
 */
function approvedFolder(input: BashInput, context: ToolContext): StartFolder | undefined {
  const access = context.approved?.access
  const start = startFolder(context)
  if (access === undefined) return start
  if (access.kind !== 'run' || access.command !== input.command) return undefined
  return access.cwd === start.cwd ? start : { cwd: access.cwd, notes: [] }
}

const approvedOther = 'This is not the command that was approved; ask again.'

/** Where a command starts: where the last one ended, or in the workspace where that is gone. */
function startFolder(context: ToolContext): StartFolder {
  const { shell, workspace, sandbox } = context
  const isThere = statsOf(shell.cwd)?.isDirectory() ?? false
  const isShown = sandbox?.kind !== 'bubblewrap' || sandbox.shows(shell.cwd, given(context))
  if ((isThere && isShown) || shell.cwd === workspace) return { cwd: shell.cwd, notes: [] }
  const why = isThere ? 'is not shown in the sandbox' : 'is gone'
  return { cwd: workspace, notes: [`${shell.cwd} ${why}; this ran in ${workspace}`] }
}

function request(cwd: string, context: ToolContext): SandboxRequest {
  return { cwd, ...given(context), skillRoots: context.snapshot.roots.map((root) => root.path) }
}

function given({ approved, readableSkills }: ToolContext): Required<GivenToRun> {
  return {
    openings: approved?.openings ?? [],
    skills: readableSkills.map(skillPlace).filter((path) => path !== undefined),
  }
}

function missed(
  { command }: BashInput,
  { output, exitCode }: Exclude<ShellEnd, { kind: 'failed' }>,
  context: ToolContext,
): Opening | undefined {
  const { sandbox } = context
  if (sandbox?.kind !== 'bubblewrap') return undefined
  return sandbox.missed({ command, output: output.text, exitCode, ...given(context) })
}

const missedNotes = {
  network: 'The sandbox has no network, and the command seems to have failed for want of it',
  home: 'The sandbox hides the home folder, and the command seems to have failed for want of it',
} as const

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
