import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Context } from '../src/context.ts'
import { type ExitCode, exitCodes } from '../src/exit-codes.ts'
import { runProgram } from '../src/program.ts'
import type { Questions } from '../src/questions/index.ts'
import { createStyle, type Output, wantsColour } from '../src/screen/terminal.ts'

/** A folder, a home and a terminal in memory, to run commands in. */
export interface World {
  /** The working folder: a repository, unless `repository: false`. */
  readonly cwd: string
  readonly home: string
  /** Writes a file; a relative path starts at the working folder, `~/…` at home. */
  write(path: string, text: string): string
  /** Writes `SKILL.md` of a skill below a skills root. */
  skill(
    root: string,
    name: string,
    fields?: Readonly<Record<string, string>>,
    body?: string,
  ): string
  run(...words: string[]): Promise<Ran>
  /** The same for a command that goes on until somebody stops it. */
  start(...words: string[]): Running
  remove(): void
}

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Everything, in the order it was written. */
  readonly screen: string
}

export interface Running {
  /** What was written so far. */
  readonly written: Readonly<Omit<Ran, 'code'>>
  readonly ran: Promise<Ran>
  /** As Ctrl-C does it. */
  stop(): void
}

export interface WorldOptions {
  readonly repository?: boolean
  /** Whether both streams and the keyboard are a terminal. */
  readonly terminal?: boolean
  readonly columns?: number
  readonly environment?: Readonly<Record<string, string>>
  /** What a person answers, in order; `undefined` leaves, and `SIGTERM` is sent while it waits. */
  readonly answers?: (string | undefined)[]
}

export function createWorld(options: WorldOptions = {}): World {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-cli-')))
  const cwd = join(base, 'project')
  const home = join(base, 'home')
  mkdirSync(join(cwd, options.repository === false ? '' : '.git'), { recursive: true })
  mkdirSync(home, { recursive: true })
  mkdirSync(join(base, 'builtin'))
  const write = (path: string, text: string) => {
    const file = path.startsWith('~/') ? join(home, path.slice(2)) : join(cwd, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  return {
    cwd,
    home,
    write,
    skill(root, name, fields = {}, body = `Do the work of ${name}.`) {
      const all = { name, description: `Does ${name}. Use when asked to ${name}.`, ...fields }
      const lines = Object.entries(all).map(([key, value]) => `${key}: ${value}`)
      return write(`${root}/${name}/SKILL.md`, `---\n${lines.join('\n')}\n---\n${body}\n`)
    },
    run: (...words) => startIn({ cwd, home, ...options }, words).ran,
    start: (...words) => startIn({ cwd, home, ...options }, words),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

function startIn(
  {
    cwd,
    home,
    terminal = false,
    columns = 80,
    environment = {},
    answers = [],
  }: WorldOptions & {
    readonly cwd: string
    readonly home: string
  },
  words: readonly string[],
): Running {
  const written: { stdout: string; stderr: string; screen: string } = {
    stdout: '',
    stderr: '',
    screen: '',
  }
  const listeners = new Set<(code: ExitCode) => void>()
  const terminate = () => {
    for (const listener of listeners) listener(exitCodes.terminated)
  }
  const context: Context = {
    cwd,
    home,
    environment: { PATH: process.env['PATH'], ...environment },
    platform: process.platform,
    nodeVersion: process.versions.node,
    builtin: join(cwd, '../builtin'),
    terminal: {
      stdout: outputTo(written, 'stdout', terminal, columns),
      stderr: outputTo(written, 'stderr', terminal, columns),
      interactive: terminal,
    },
    questions: scripted(answers, terminate, (text) => {
      written.screen += text
    }),
    interrupts: {
      listen(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      beforeLeaving: () => () => {},
    },
  }
  const done = runProgram(words, (colour) => {
    const style = createStyle(wantsColour(colour, environment, false))
    const { stdout, stderr } = context.terminal
    return {
      ...context,
      terminal: { ...context.terminal, stdout: { ...stdout, style }, stderr: { ...stderr, style } },
    }
  })
  return {
    written,
    ran: done.then((code) => ({ code, ...written })),
    stop() {
      for (const listener of listeners) listener(exitCodes.interrupted)
    },
  }
}

function outputTo(
  written: { stdout: string; stderr: string; screen: string },
  stream: 'stdout' | 'stderr',
  isTerminal: boolean,
  columns: number,
): Output {
  return {
    isTerminal,
    redraws: isTerminal,
    columns: isTerminal ? columns : Number.POSITIVE_INFINITY,
    style: createStyle(false),
    write(text) {
      written[stream] += text
      written.screen += text
    },
  }
}

/** A person who answers from a list, and fails the test when asked more than that. */
function scripted(
  answers: (string | undefined)[],
  terminate: () => void,
  show: (text: string) => void,
): Questions {
  const next = (question: string): string | undefined => {
    if (answers.length === 0) throw new Error(`Nobody answers: ${question}`)
    const answer = answers.shift()
    show(`[${question}] ${answer ?? 'left'}\n`)
    return answer
  }
  return {
    async key(question, keys, signal) {
      const answer = next(
        `${question} ${keys.map(({ key, label }) => `${key}=${label}`).join(' ')}`,
      )
      if (answer !== 'SIGTERM') return keys.find(({ key }) => key === answer)?.key
      return new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve(undefined))
        terminate()
      })
    },
    async line(question) {
      return next(question)
    },
    async secret(question) {
      return next(question)
    },
    async choice(question, choices) {
      const answer = next(`${question} ${choices.map(({ label }) => label).join(' | ')}`)
      return choices.find(({ value }) => value === answer)?.value
    },
  }
}
