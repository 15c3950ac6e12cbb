import { fstatSync, statSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import { isatty } from 'node:tty'
import type { Console } from './chat/terminal/types.ts'
import type { Context } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import { createInterrupts, type Stopper } from './interrupts.ts'
import { languageOf } from './language.ts'
import { markedAbove } from './library/child.ts'
import { runProgram } from './program.ts'
import { createPlainQuestions, createQuestions, type Questions } from './questions/index.ts'
import { type ColourChoice, createStyle, type Output, wantsColour } from './screen/terminal.ts'

/** The only file that reads the process. Everything below gets a `Context`. */
async function main(): Promise<void> {
  const interrupts = watchProcess()
  const pipes = openPipes(() => interrupts.stop(exitCodes.done))
  const surroundings = openSurroundings()
  const code = await runProgram(process.argv.slice(2), (colour) => {
    const stderr = outputOf(2, colour, pipes)
    return {
      ...surroundings,
      terminal: {
        stdout: outputOf(1, colour, pipes),
        stderr,
        interactive: isTerminal(2) && isTerminal(0),
      },
      questions: openQuestions(stderr, interrupts),
      openInput: () => process.stdin,
      openConsole: () => openConsole(pipes),
      interrupts,
    }
  })
  // A library keeps what it found once whoever opened it has gone on.
  await new Promise(setImmediate)
  // Open connections must not hold us; everything is written already.
  interrupts.leave(pipes.closed() ? exitCodes.done : code)
}

function workingFolder(): Pick<Context, 'cwd' | 'cwdIsGone'> {
  try {
    return { cwd: process.cwd() }
  } catch {
    return { cwd: process.env['PWD'] ?? sep, cwdIsGone: true }
  }
}

function openSurroundings(): Omit<Context, 'terminal' | 'questions' | 'interrupts'> {
  const language = languageOf(process.env)
  return {
    ...workingFolder(),
    home: homedir(),
    environment: process.env,
    markedAbove: () => markedAbove(process.ppid),
    ...(language === undefined ? {} : { language }),
    platform: process.platform,
    nodeVersion: process.versions.node,
    builtin: join(import.meta.dirname, 'skills'),
  }
}

function openQuestions(stderr: Output, interrupts: Stopper): Questions {
  const openInput = () => process.stdin
  if (!stderr.redraws) {
    return createPlainQuestions({ openInput, write: (text) => stderr.write(text), interrupts })
  }
  return createQuestions({
    openInput,
    openOutput: () => {
      interrupts.beforeLeaving(showCursor)
      return process.stderr
    },
    style: stderr.style,
    get columns() {
      return stderr.columns
    },
  })
}

/** Keyboard and screen, where both are one terminal that can be drawn on. */
function openConsole(pipes: Pipes): Console | undefined {
  if (!isTerminal(0) || !isTerminal(1) || process.env['TERM'] === 'dumb') return undefined
  const { stdin, stdout } = process
  return {
    get columns() {
      return stdout.columns || 80
    },
    get rows() {
      return stdout.rows || 24
    },
    write: (text) => pipes.write(1, text),
    listen({ data, resize, end }) {
      const wasRaw = stdin.isRaw
      stdin.setEncoding('utf8')
      stdin.setRawMode(true)
      stdin.on('data', data)
      stdin.on('end', end)
      stdin.on('error', end)
      stdout.on('resize', resize)
      stdin.resume()
      return () => {
        stdin.off('data', data)
        stdin.off('end', end)
        stdin.off('error', end)
        stdout.off('resize', resize)
        stdin.pause()
        restoreMode(wasRaw)
      }
    },
    ...(process.platform === 'win32' ? {} : { suspend: sleep }),
  }

  /** The terminal may be gone already, and with it everything that could be restored. */
  function restoreMode(raw: boolean): void {
    try {
      stdin.setRawMode(raw)
    } catch {
      // Whoever hung it up has taken its mode along, and nobody reads what could be said.
    }
  }
}

/** As Ctrl-Z does it: the shell has the terminal until `fg`. */
function sleep(awake: () => void): void {
  process.once('SIGCONT', awake)
  process.kill(process.pid, 'SIGTSTP')
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

/**
 * A pipe, a file and the null device are told from a terminal without `node:tty`, which brings the
 * network along.
 */
function isTerminal(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isCharacterDevice()) return false
    const isNull = stats.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev
    return !isNull && isatty(descriptor)
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
      if (write(descriptor, text) === 'written') return
      gone.add(descriptor)
      if (descriptor === 1) onClosed()
    },
    closed: () => gone.has(1),
  }
}

/** Where errors cannot be told there is nobody to tell that, and the work goes on. */
function write(descriptor: 1 | 2, text: string): 'written' | 'closed' {
  try {
    return writeAll(descriptor, text)
  } catch (error) {
    if (descriptor === 2) return 'closed'
    throw error instanceof Error ? Object.assign(error, { path: 'Standard output' }) : error
  }
}

function writeAll(descriptor: number, text: string): 'written' | 'closed' {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      // `EIO`: the terminal is gone.
      if (code === 'EPIPE' || code === 'EIO') return 'closed'
      // A pipe that somebody else made non-blocking and whose reader is slow: wait for it.
      if (code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 5)
    }
  }
  return 'written'
}

const pause = new Int32Array(new SharedArrayBuffer(4))

/** Ctrl-C once stops the turn; twice, or while nothing can be stopped, leaves. */
function watchProcess(): Stopper {
  const interrupts = createInterrupts((code) => process.exit(code))
  const { stop, leave } = interrupts
  process.on('SIGINT', () => stop(exitCodes.interrupted))
  process.on('SIGTERM', () => stop(exitCodes.terminated))
  process.on('SIGHUP', () => stop(exitCodes.hungUp))
  process.on('SIGQUIT', () => stop(exitCodes.quit))
  // Nothing is left that could go on, such as when the keyboard was closed: that is no success.
  process.on('beforeExit', () => stop(exitCodes.interrupted))
  const fail = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    interrupts.settle()
    write(2, `Skillet met a fault of its own. Please report it with these lines:\n${text}\n`)
    leave(exitCodes.failed)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  return interrupts
}

/** A question hides the cursor, and one that is cut short does not show it again. */
function showCursor(): void {
  writeAll(2, '\u001b[?25h')
}

void main()
