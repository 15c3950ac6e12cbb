import { fstatSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import type { Context, Interrupts } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import { runProgram } from './program.ts'
import { createPlainQuestions, createQuestions, type Questions } from './questions/index.ts'
import { type ColourChoice, createStyle, type Output, wantsColour } from './screen/terminal.ts'

/** The only file that reads the process. Everything below gets a `Context`. */
async function main(): Promise<void> {
  const interrupts = watchSignals()
  const pipes = openPipes(() => interrupts.stop(exitCodes.done))
  const cwd = workingFolder()
  if (cwd === undefined) {
    pipes.write(2, 'skillet: The working folder is gone.\n  hint: Go to another: cd ~\n')
    process.exit(exitCodes.failed)
  }
  const code = await runProgram(process.argv.slice(2), (colour) => {
    const stderr = outputOf(2, colour, pipes)
    return {
      ...openSurroundings(cwd),
      terminal: {
        stdout: outputOf(1, colour, pipes),
        stderr,
        interactive: isTerminal(2) && isTerminal(0),
      },
      questions: openQuestions(stderr, interrupts),
      interrupts,
    }
  })
  // Open connections must not hold us; everything is written already.
  process.exit(pipes.closed() ? exitCodes.done : code)
}

function workingFolder(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

function openSurroundings(cwd: string): Omit<Context, 'terminal' | 'questions' | 'interrupts'> {
  return {
    cwd,
    home: homedir(),
    environment: process.env,
    platform: process.platform,
    nodeVersion: process.versions.node,
    builtin: join(import.meta.dirname, 'skills'),
  }
}

function openQuestions(stderr: Output, interrupts: Interrupts): Questions {
  const openInput = () => process.stdin
  if (!stderr.redraws) {
    return createPlainQuestions({ openInput, write: (text) => stderr.write(text), interrupts })
  }
  return createQuestions({
    openInput,
    openOutput: () => process.stderr,
    style: stderr.style,
    get columns() {
      return stderr.columns
    },
  })
}

function outputOf(descriptor: 1 | 2, colour: ColourChoice, pipes: Pipes): Output {
  const terminal = isTerminal(descriptor)
  return {
    isTerminal: terminal,
    redraws: terminal && process.env['TERM'] !== 'dumb',
    get columns() {
      if (!terminal) return Number.POSITIVE_INFINITY
      return (descriptor === 1 ? process.stdout : process.stderr).columns || 80
    },
    style: createStyle(wantsColour(colour, process.env, terminal)),
    write: (text) => pipes.write(descriptor, text),
  }
}

/** A pipe or file is told from a terminal without `node:tty`, which brings the network along. */
function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && isatty(descriptor)
  } catch {
    return false
  }
}

interface Pipes {
  write(descriptor: 1 | 2, text: string): void
  /** Whether the reader of `stdout` has left. */
  closed(): boolean
}

/**
 * Writes without Node's streams, whose loading takes longer than most commands. A reader that
 * leaves early, such as `head`, is no error: the work stops and nothing is said.
 */
function openPipes(onClosed: () => void): Pipes {
  const gone = new Set<number>()
  return {
    write(descriptor, text) {
      if (gone.has(descriptor)) return
      if (writeAll(descriptor, text) === 'written') return
      gone.add(descriptor)
      if (descriptor === 1) onClosed()
    },
    closed: () => gone.has(1),
  }
}

function writeAll(descriptor: number, text: string): 'written' | 'closed' {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EPIPE') return 'closed'
      // A pipe that somebody else made non-blocking and whose reader is slow: wait for it.
      if (code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 5)
    }
  }
  return 'written'
}

const pause = new Int32Array(new SharedArrayBuffer(4))

/** Ctrl-C once stops the turn; twice, or while nothing can be stopped, leaves. */
function watchSignals(): Interrupts & { stop(code: number): void } {
  const listeners = new Set<() => void>()
  let stopping = false
  const stop = (code: number) => {
    if (stopping || listeners.size === 0) process.exit(code)
    stopping = true
    for (const listener of listeners) listener()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop(exitCodes.interrupted))
  }
  return {
    stop,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeAll(2, `Skillet met a fault of its own. Please report it with these lines:\n${text}\n`)
  process.exit(exitCodes.failed)
})
