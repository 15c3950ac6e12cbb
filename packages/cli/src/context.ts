import type { Questions } from './questions/index.ts'
import type { Terminal } from './screen/terminal.ts'

/**
 * Everything that a command takes from the outside world. `main.ts` builds it from the process;
 * tests build one in memory.
 */
export interface Context {
  /** Absolute working folder. */
  readonly cwd: string
  /** Absolute home folder. */
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Version of Node, without the `v`. */
  readonly nodeVersion: string
  /** Absolute folder of the skills that ship with Skillet. */
  readonly builtin: string
  readonly terminal: Terminal
  readonly questions: Questions
  readonly interrupts: Interrupts
}

/** Ctrl-C: the first is handed to whoever listens; a second, or one nobody listens for, leaves. */
export interface Interrupts {
  /** Gives a function that stops listening. */
  listen(listener: () => void): () => void
}
