import { homedir } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import type { Context, Interrupts } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import { runProgram } from './program.ts'
import { createQuestions } from './questions/clack.ts'
import { type ColourChoice, createStyle, type Output, wantsColour } from './screen/terminal.ts'

/** The only file that reads the process. Everything below gets a `Context`. */
async function main(): Promise<void> {
  const pipes = watchPipes()
  const interrupts = watchSignals()
  pipes.onClosed(() => interrupts.stop(exitCodes.done))
  const cwd = workingFolder()
  if (cwd === undefined) {
    process.stderr.write('skillet: The working folder is gone.\n  hint: Go to another: cd ~\n')
    return leave(exitCodes.failed)
  }
  const open = (colour: ColourChoice) => openContext(cwd, colour, interrupts)
  const code = await runProgram(process.argv.slice(2), open)
  leave(pipes.closed() ? exitCodes.done : code)
}

function workingFolder(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

function openContext(cwd: string, colour: ColourChoice, interrupts: Interrupts): Context {
  const interactive = isatty(0) && isatty(2)
  return {
    cwd,
    home: homedir(),
    environment: process.env,
    platform: process.platform,
    nodeVersion: process.versions.node,
    builtin: join(import.meta.dirname, 'skills'),
    terminal: {
      stdout: outputOf(process.stdout, 1, colour),
      stderr: outputOf(process.stderr, 2, colour),
      interactive,
    },
    questions: createQuestions(() => process.stdin, process.stderr),
    interrupts,
  }
}

function outputOf(stream: NodeJS.WriteStream, descriptor: 1 | 2, colour: ColourChoice): Output {
  const isTerminal = isatty(descriptor)
  return {
    isTerminal,
    get columns() {
      return isTerminal ? stream.columns || 80 : Number.POSITIVE_INFINITY
    },
    style: createStyle(wantsColour(colour, process.env, isTerminal)),
    write: (text) => void stream.write(text),
  }
}

/** A reader that leaves early, such as `head`, is no error: the work stops and nothing is said. */
function watchPipes(): { closed(): boolean; onClosed(listener: () => void): void } {
  let closed = false
  let listener = () => {}
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    closed = true
    listener()
  })
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    closed: () => closed,
    onClosed: (added) => {
      listener = added
    },
  }
}

/** Ctrl-C once stops the turn; twice, or while nothing can be stopped, leaves. */
function watchSignals(): Interrupts & { stop(code: number): void } {
  const listeners = new Set<() => void>()
  let stopping = false
  const stop = (code: number) => {
    if (stopping || listeners.size === 0) return leave(code)
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

/** Leaves once everything written has reached its reader; open connections must not hold us. */
function leave(code: number): void {
  process.exitCode = code
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(
    `Skillet met a fault of its own. Please report it with these lines:\n${text}\n`,
  )
  leave(exitCodes.failed)
})
