import { randomUUID } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as pause } from 'node:timers/promises'
import { cutAtPair } from '../cut-text.ts'
import type { EnteredSandbox } from '../sandbox/index.ts'
import type { SecretBlanker } from './environment.ts'
import { errorCode } from './open-checked.ts'
import { type CappedText, OutputCap } from './output-cap.ts'
import { isAlive, keepRunning, killMarked, signalGroup, startOf } from './running-commands.ts'
import { isReadable, type StartedShell, startShell } from './start-shell.ts'

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
  /** Takes known keys out of the output before it is cut. Default: none are known. */
  readonly blanker?: SecretBlanker
  /** The sandbox it runs in, with the processes that may be there at a time. Default: none. */
  readonly inside?: EnteredSandbox
  readonly processLimit?: number
}

export type ShellEnd =
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** Something was exchanged while the sandbox was being made: nothing ran, and it may be tried again. */
      readonly isExchanged?: true
    }
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
/** How long the system may take to end what is inside a sandbox, in milliseconds. */
const goneGrace = 5000

/**
 * Runs one command line in its own process group and ends with the group gone: the shell itself,
 * what it started, and what it left in the background. What left the group goes too, where it can
 * be seen; out of a sandbox nothing leaves.
 */
export async function runShell(options: ShellOptions): Promise<ShellEnd> {
  if (options.signal.aborted) return { kind: 'failed', reason: 'Stopped before it began.' }
  const mark = `1-${randomUUID()}`
  const shell = await startShell({ ...options, mark })
  if (shell instanceof Error) return { kind: 'failed', reason: notStarted(shell, options) }
  const began = startOf(shell.group)
  const forget = keepRunning({ group: shell.group, mark, began })
  const stop = stopper(shell)
  const collected = collect(shell, options, stop)
  const timer = setTimeout(() => stop.now('timeout'), options.timeLimit)
  const onAbort = (): void => stop.now('aborted')
  options.signal.addEventListener('abort', onAbort, { once: true })
  if (options.signal.aborted) onAbort()
  try {
    const { exitCode, signal } = await exited(shell)
    const leftBehind = await endAll(shell, mark, began)
    await collected.drained()
    const output = collected.finish()
    const fault = shell.fault()
    if (fault !== undefined) return { kind: 'failed', reason: faulty(fault), isExchanged: true }
    const report = shell.report()
    if (options.inside !== undefined && !report.begun && stop.reason() === undefined) {
      return { kind: 'failed', reason: notEntered(output.text) }
    }
    return {
      kind: stop.reason() ?? 'exited',
      output,
      exitCode,
      signal,
      ...(report.cwd !== undefined && { cwd: report.cwd }),
      stoppedBackground: (leftBehind || report.left > 0) && stop.reason() === undefined,
    }
  } finally {
    forget()
    shell.release()
    clearTimeout(timer)
    stop.clear()
    options.signal.removeEventListener('abort', onAbort)
    for (const stream of shell.child.stdio) stream?.destroy()
  }
}

function notStarted(error: Error, { command, cwd }: ShellOptions): string {
  if (errorCode(error) === 'E2BIG') {
    return `The command has ${Buffer.byteLength(command)} bytes, more than the system passes on. Write them to a file, and run that.`
  }
  return `bash could not be started in ${cwd} (${error.message}). Is bash installed, and does the folder exist?`
}

function notEntered(output: string): string {
  const said = output.trim() === '' ? '' : ` (${output.trim()})`
  return `The sandbox could not be made, so nothing ran${said}.`
}

function faulty(fault: string): string {
  return `Something was exchanged while the sandbox was being made, so nothing ran (${fault}). Run it again when nothing else works in this folder.`
}

function exited({
  child,
}: StartedShell): Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve({ exitCode: child.exitCode, signal: child.signalCode })
    }
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }))
  })
}

/** True where something was still there. Ends with everything gone that can be seen. */
async function endAll(
  shell: StartedShell,
  mark: string,
  began: number | undefined,
): Promise<boolean> {
  const first = shell.first()
  const leftInGroup = signalGroup(shell.group, 'SIGKILL')
  if (first === undefined) return killMarked(mark, began) > 0 || leftInGroup
  // With the first process of a sandbox goes everything in it; the system waits for the last.
  const deadline = performance.now() + goneGrace
  while (isAlive(first) && performance.now() < deadline) await pause(2)
  return leftInGroup
}

interface Stopper {
  /** Ends the group: SIGTERM, and SIGKILL where that does not help. */
  now(reason: StopReason): void
  reason(): StopReason | undefined
  clear(): void
}

function stopper(shell: StartedShell): Stopper {
  let reason: StopReason | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    now(why) {
      if (reason !== undefined) return
      reason = why
      // What makes the sandbox would end it at once: the command is asked first, in its own group.
      const first = shell.first()
      signalGroup(first ?? shell.group, 'SIGTERM')
      timer = setTimeout(() => signalGroup(shell.group, 'SIGKILL'), termGrace)
    },
    reason: () => reason,
    clear: () => clearTimeout(timer),
  }
}

interface Collected {
  /** Once, when nothing more comes. */
  finish(): CappedText
  drained(): Promise<void>
}

function collect({ child }: StartedShell, options: ShellOptions, stop: Stopper): Collected {
  const output = new OutputCap()
  const show = limitedEmit(options.emit)
  const decoder = new StringDecoder('utf8')
  const { blanker } = options
  const take = (text: string): void => {
    output.push(Buffer.from(text, 'utf8'))
    show(text)
  }
  const onData = (chunk: Buffer): void => {
    const text = decoder.write(chunk)
    // What is cut below is cut out of text that holds no key any more.
    take(blanker === undefined ? text : blanker.push(text))
    if (output.totalBytes > floodLimit) stop.now('flooded')
  }
  child.stdout?.on('data', onData)
  child.stderr?.on('data', onData)
  const finish = (): CappedText => {
    const rest = decoder.end()
    take(blanker === undefined ? rest : blanker.push(rest) + blanker.end())
    return output.finish()
  }
  return { finish, drained: () => drained(child.stdio) }
}

function limitedEmit(emit: (chunk: string) => void): (chunk: string) => void {
  let left = emitLimit
  return (chunk) => {
    if (left <= 0 || chunk === '') return
    emit(cutAtPair(chunk, left))
    left -= chunk.length
    if (left <= 0) emit('\n[… more follows; its end is in the result …]\n')
  }
}

/** Until every pipe is at its end, or a process outside the group holds one open for too long. */
async function drained(streams: readonly unknown[]): Promise<void> {
  const ended = streams.filter(isReadable).map(
    (stream) =>
      new Promise<void>((done) => {
        if (stream.readableEnded || stream.destroyed) done()
        else stream.once('close', () => done())
      }),
  )
  const waited = new AbortController()
  const tooLong = pause(drainGrace, undefined, { signal: waited.signal }).catch(() => undefined)
  await Promise.race([Promise.all(ended), tooLong])
  waited.abort()
}
