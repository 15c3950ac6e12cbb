/** What the command tells the shell. The same for every command; `docs/command-line.md` lists them. */
export const exitCodes = {
  /** Done. A refused tool call alone changes nothing. */
  done: 0,
  /** The work failed: a turn ended with an error or at the step limit, or a check found errors. */
  failed: 1,
  /** Wrong usage, or a skill that nobody knows. */
  usage: 2,
  /** The asked skill is not trusted, a call was refused under `--strict-permissions`, or nobody could be asked. */
  refused: 3,
  /** A person stopped it. */
  interrupted: 130,
  /** The terminal went away (SIGHUP). */
  hungUp: 129,
  /** Somebody told it to quit (SIGQUIT). */
  quit: 131,
  /** Something ended it (SIGTERM). */
  terminated: 143,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
