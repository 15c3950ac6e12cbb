import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { EnteredSandbox } from '../sandbox/index.ts'
import { childMarker } from './environment.ts'
import { guardGroup } from './group-guard.ts'
import { ownProgram } from './own-program.ts'
import { onlyChildOf } from './running-commands.ts'

/** A command line, and where it runs. */
export interface ShellStart {
  readonly command: string
  /** Absolute. */
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  /** Found in the environment of everything that the command starts. */
  readonly mark: string
  /** Absent: it runs with nothing around it. */
  readonly inside?: EnteredSandbox
  /** Processes and threads at a time. Default: no limit of ours. */
  readonly processLimit?: number
}

/** A shell that was started, in a process group of its own. */
export interface StartedShell {
  readonly child: ChildProcess
  /** Of everything that was started, or of what makes the sandbox around it. */
  readonly group: number
  /** The first process inside the sandbox; undefined without one, and until it is known. */
  first(): number | undefined
  /** What the shell tells of itself when it begins and ends. */
  report(): ShellReport
  /** Why the command was not told to begin, though its sandbox stands. */
  fault(): string | undefined
  /** Lets go of what was kept for its sake. */
  release(): void
}

export interface ShellReport {
  /** Whether the shell itself began, and not only what makes its sandbox. */
  readonly begun: boolean
  /** The folder it ended in; undefined where it could not say. */
  readonly cwd: string | undefined
  /** Processes beside the shell when it ended; 0 without a sandbox, where others count them. */
  readonly left: number
}

/** The handle on which the shell reports. */
const reportHandle = 3
/** The handle on which the shell hears that it may begin. */
const goHandle = 4
/** The handle on which a sandbox is told what to be like. */
const settingsHandle = 5

/** More is no report: whoever wrote it keeps the true one from nobody, since that stands last. */
const longestReport = 65_536

/**
 * Starts a shell, or says why it could not be. Both outputs share one pipe, so that their order is
 * the true one. The shell tells its last folder through a pipe of its own when it ends.
 */
export async function startShell(start: ShellStart): Promise<StartedShell | Error> {
  let child: ChildProcess
  try {
    child = start.inside === undefined ? plainShell(start) : insideShell(start, start.inside)
    await once(child, 'spawn')
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
  if (child.pid === undefined) return new Error('it has no process')
  return start.inside === undefined
    ? watchedShell(child, child.pid, start.mark)
    : enteredShell(child, child.pid, start.mark, start.inside)
}

/** In a sandbox nothing is older than the shell: what it sees beside itself was left behind. */
const reportLeft = `printf '%s ' /proc/[0-9]*`

/** Holds what the shell signs its report with. It is not exported: no program of the command has it. */
const signature = '__skillet_report'

/**
 * What goes before the command, on a line of its own. The shell says that it stands, and waits to
 * be told to go on: where we are gone by then it hears nothing and leaves. What it is told signs its
 * report, since every program of the command has the same handle and could write another.
 */
function prologue(begin: string, atEnd: readonly string[]): string {
  const gate = `read -r -u ${goHandle} ${signature} || exit 125; exec ${goHandle}<&-`
  const said = [`printf '\\0%s' "$${signature}"`, `pwd -P 2>/dev/null`, `printf '\\0'`]
  const trap = [...said, ...atEnd].join('; ')
  const end = `trap '{ ${trap.replaceAll("'", `'\\''`)}; } >&${reportHandle}' EXIT`
  return `${begin}printf '\\0' >&${reportHandle}; ${gate}; exec 2>&1; ${end}\n`
}

function plainShell({ command, cwd, environment, mark }: ShellStart): ChildProcess {
  const bash = ownProgram('bash', environment['PATH'], cwd) ?? '/bin/bash'
  return spawn(bash, ['-c', prologue('', []) + command], {
    cwd,
    env: { ...environment, [childMarker]: mark },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
}

function insideShell(start: ShellStart, inside: EnteredSandbox): ChildProcess {
  const { command, environment, mark, processLimit } = start
  const begin = processLimit === undefined ? '' : `ulimit -u ${processLimit} 2>/dev/null; `
  const words = [
    ...inside.words(settingsHandle),
    'bash',
    '-c',
    prologue(begin, [reportLeft]) + command,
  ]
  return spawn(inside.program, words, {
    cwd: '/',
    env: { ...environment, [childMarker]: mark },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
}

function watchedShell(child: ChildProcess, group: number, mark: string): StartedShell {
  const signed = randomUUID()
  const report = readReport(child, signed)
  const unguard = guardGroup(group, mark)
  go(child, signed)
  return {
    child,
    group,
    first: () => undefined,
    report,
    fault: () => undefined,
    release: unguard,
  }
}

/**
 * A sandbox that stands ends with us by itself. One that is being made may not, so it is watched
 * over, and the command begins only once the shell inside has said that it is there.
 */
function enteredShell(
  child: ChildProcess,
  group: number,
  mark: string,
  inside: EnteredSandbox,
): StartedShell {
  const signed = randomUUID()
  const report = readReport(child, signed)
  const unguard = guardGroup(group, mark)
  const handles: readonly unknown[] = child.stdio
  let first: number | undefined
  let fault: string | undefined
  const told = handles[reportHandle]
  if (isReadable(told)) {
    told.once('data', () => {
      first = onlyChildOf(group)
      fault = first === undefined ? 'its process cannot be found' : inside.fault(first)
      // Who is told nothing leaves.
      if (fault === undefined) go(child, signed)
      else endWith(child.stdio[goHandle], '')
    })
  }
  endWith(handles[settingsHandle], inside.settings)
  return { child, group, first: () => first, report, fault: () => fault, release: unguard }
}

function go(child: ChildProcess, signed: string): void {
  endWith(child.stdio[goHandle], `${signed}\n`)
}

/** Whoever ended before it was told anything does not listen any more. */
function endWith(stream: unknown, last: string | Buffer): void {
  if (!isWritable(stream)) return
  stream.on('error', () => undefined)
  stream.end(last)
}

function readReport(child: ChildProcess, signed: string): () => ShellReport {
  const text = textOf(child.stdio[reportHandle])
  return () => {
    const told = text()
    const at = told.lastIndexOf(`\0${signed}`)
    const [folder, left] = at === -1 ? [] : told.slice(at + 1 + signed.length).split('\0')
    const line = folder?.replace(/\n$/u, '')
    // The first process and the shell itself are always there.
    const beside = (left ?? '').split(' ').filter((name) => /^\/proc\/\d+$/u.test(name)).length - 2
    return {
      begun: told !== '',
      cwd: line?.startsWith('/') && !line.includes('\n') ? line : undefined,
      left: Math.max(0, beside),
    }
  }
}

/** What a pipe has brought so far. */
function textOf(stream: unknown): () => string {
  let text = ''
  if (isReadable(stream)) {
    stream.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString('utf8')).slice(-longestReport)
    })
    stream.on('error', () => undefined)
  }
  return () => text
}

export function isReadable(stream: unknown): stream is Readable {
  return stream !== null && typeof stream === 'object' && 'read' in stream
}

function isWritable(stream: unknown): stream is Writable {
  return stream !== null && typeof stream === 'object' && 'write' in stream
}
