import type { Language } from '@skillet/core'
import type { Console } from './chat/terminal/types.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Questions } from './questions/index.ts'
import type { Terminal } from './screen/terminal.ts'

/**
 * Everything that a command takes from the outside world. `main.ts` builds it from the process;
 * tests build one in memory.
 */
export interface Context {
  /** Absolute working folder. */
  readonly cwd: string
  /** Whether that folder was deleted: then `--cwd` has to name another. */
  readonly cwdIsGone?: boolean
  /** Absolute home folder. */
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether a process above this one was started by a tool call of Skillet. Default: none was. */
  readonly markedAbove?: () => boolean
  /** That the environment asks for, where it asks for one that Skillet speaks. */
  readonly language?: Language
  readonly platform: NodeJS.Platform
  /** Version of Node, without the `v`. */
  readonly nodeVersion: string
  /** Absolute folder of the skills that ship with Skillet. */
  readonly builtin: string
  readonly terminal: Terminal
  readonly questions: Questions
  /** The keyboard, for what is no question. Absent: there is none. */
  readonly openInput?: () => NodeJS.ReadableStream
  readonly interrupts: Interrupts
  /** Keyboard and screen for the chat; undefined where it is no terminal that can be drawn on. */
  readonly openConsole?: () => Console | undefined
}

/** Ctrl-C: the first is handed to whoever listens; a second, or one nobody listens for, leaves. */
export interface Interrupts {
  /** Hands over the code to leave with. Gives a function that stops listening. */
  listen(listener: (code: ExitCode) => void): () => void
  /**
   * Does something before the process leaves, however it does; nothing asynchronous happens any
   * more by then. Gives a function that takes it back.
   */
  beforeLeaving(act: () => void): () => void
}
