import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { isAbsolute } from 'node:path'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { childMarker } from './environment.ts'
import { type CappedText, OutputCap } from './output-cap.ts'
import { keepRunning, killMarked, signalGroup, startOf } from './running-commands.ts'

export interface ShellOptions {
  readonly command: string
  /** Absolute. */
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeLimit: number
  readonly signal: AbortSignal
  /** Gets output as it comes, up to `emitLimit` characters. */
  readonly emit: (chunk: string) => void
}

export type ShellEnd =
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'exited' | 'timeout' | 'aborted' | 'flooded'
      readonly output: CappedText
      readonly exitCode: number | null
      readonly signal: NodeJS.Signals | null
      /** The folder the shell ended in; undefined where it could not say. */
      readonly cwd?: string
      /** Whether processes were left when the shell ended by itself, and were ended. */
      readonly stoppedBackground: boolean
    }

type StopReason = 'timeout' | 'aborted' | 'flooded'

/** Characters shown while a command runs; the end is in the result. */
const emitLimit = 1_000_000
/** Bytes after which a command is stopped: nobody reads them, and `yes` never ends by itself. */
const floodLimit = 256 * 1024 * 1024
/** How long a group may take to end after SIGTERM, in milliseconds. */
const termGrace = 1000
/** How long output may still arrive after the shell ended, where a process outside the group holds the pipe. */
const drainGrace = 250

/**
 * Runs one command line in its own process group and ends with the group gone: the shell itself,
 * what it started, and what it left in the background. What left the group goes too, where it can
 * be seen.
 */
export async function runShell(options: ShellOptions): Promise<ShellEnd> {
  if (options.signal.aborted) return { kind: 'failed', reason: 'Stopped before it began.' }
  const mark = `1-${randomUUID()}`
  const child = startShell(options, mark)
  const started = await spawned(child)
  if (started !== undefined) return { kind: 'failed', reason: notStarted(started, options.cwd) }
  const began = child.pid === undefined ? undefined : startOf(child.pid)
  const forget = child.pid === undefined ? () => {} : keepRunning({ group: child.pid, mark, began })
  const stop = stopper(child)
  const collected = collect(child, options, stop)
  const timer = setTimeout(() => stop.now('timeout'), options.timeLimit)
  const onAbort = (): void => stop.now('aborted')
  options.signal.addEventListener('abort', onAbort, { once: true })
  if (options.signal.aborted) onAbort()
  try {
    const { exitCode, signal } = await exited(child)
    const leftInGroup = killGroup(child, 'SIGKILL')
    const leftElsewhere = killMarked(mark, began) > 0
    const stoppedBackground = (leftInGroup || leftElsewhere) && stop.reason() === undefined
    await collected.drained()
    return {
      kind: stop.reason() ?? 'exited',
      output: collected.output.finish(),
      exitCode,
      signal,
      ...cwdOf(collected.folder()),
      stoppedBackground,
    }
  } finally {
    forget()
    clearTimeout(timer)
    stop.clear()
    options.signal.removeEventListener('abort', onAbort)
    for (const stream of child.stdio) stream?.destroy()
  }
}

/**
 * Both outputs share one pipe, so that their order is the true one. The shell tells its last
 * folder through a pipe of its own when it ends.
 */
function startShell(options: ShellOptions, mark: string): ChildProcess {
  const prologue = `exec 2>&1; trap 'pwd -P >&3' EXIT\n`
  return spawn('bash', ['-c', prologue + options.command], {
    cwd: options.cwd,
    env: { ...options.environment, [childMarker]: mark },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
}

function spawned(child: ChildProcess): Promise<Error | undefined> {
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(undefined))
    child.once('error', resolve)
  })
}

function notStarted(error: Error, cwd: string): string {
  return `bash could not be started in ${cwd} (${error.message}). Is bash installed, and does the folder exist?`
}

function exited(
  child: ChildProcess,
): Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve({ exitCode: child.exitCode, signal: child.signalCode })
    }
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
  })
}

interface Stopper {
  /** Ends the group: SIGTERM, and SIGKILL where that does not help. */
  now(reason: StopReason): void
  reason(): StopReason | undefined
  clear(): void
}

function stopper(child: ChildProcess): Stopper {
  let reason: StopReason | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    now(why) {
      if (reason !== undefined) return
      reason = why
      killGroup(child, 'SIGTERM')
      timer = setTimeout(() => killGroup(child, 'SIGKILL'), termGrace)
    },
    reason: () => reason,
    clear: () => clearTimeout(timer),
  }
}

/** True where the group still had a process. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  return child.pid !== undefined && signalGroup(child.pid, signal)
}

interface Collected {
  readonly output: OutputCap
  folder(): string
  drained(): Promise<void>
}

function collect(child: ChildProcess, options: ShellOptions, stop: Stopper): Collected {
  const output = new OutputCap()
  const show = limitedEmit(options.emit)
  const decoder = new StringDecoder('utf8')
  const onData = (chunk: Buffer): void => {
    output.push(chunk)
    show(decoder.write(chunk))
    if (output.totalBytes > floodLimit) stop.now('flooded')
  }
  let folder = ''
  const folderPipe = child.stdio[3]
  child.stdout?.on('data', onData)
  child.stderr?.on('data', onData)
  if (isReadable(folderPipe)) {
    folderPipe.on('data', (chunk: Buffer) => {
      if (folder.length < 8192) folder += chunk.toString('utf8')
    })
  }
  const streams = [child.stdout, child.stderr, folderPipe].filter(isReadable)
  return { output, folder: () => folder, drained: () => drained(streams) }
}

function isReadable(stream: unknown): stream is Readable {
  return stream !== null && typeof stream === 'object' && 'read' in stream
}

function limitedEmit(emit: (chunk: string) => void): (chunk: string) => void {
  let left = emitLimit
  return (chunk) => {
    if (left <= 0 || chunk === '') return
    emit(chunk.slice(0, left))
    left -= chunk.length
    if (left <= 0) emit('\n[… more follows; its end is in the result …]\n')
  }
}

/** Until every pipe is at its end, or a process outside the group holds one open for too long. */
function drained(streams: readonly Readable[]): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainGrace)
    const ended = streams.map(
      (stream) =>
        new Promise<void>((done) => {
          if (stream.readableEnded || stream.destroyed) done()
          else stream.once('close', () => done())
        }),
    )
    void Promise.all(ended).then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function cwdOf(reported: string): { readonly cwd?: string } {
  const line = reported.replace(/\n$/u, '')
  return isAbsolute(line) && !line.includes('\n') ? { cwd: line } : {}
}
