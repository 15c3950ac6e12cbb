import pc from 'picocolors'

/** Colours and weights; each function gives its text back unchanged where colour is off. */
export type Style = ReturnType<typeof pc.createColors>

/** One of the two streams that the command writes to. */
export interface Output {
  readonly isTerminal: boolean
  /** Whether a line can be drawn over: on every terminal but `TERM=dumb`. */
  readonly redraws: boolean
  /** Cells in a line; `Infinity` where it is no terminal. Asked anew each time, for resizes. */
  readonly columns: number
  readonly style: Style
  write(text: string): void
}

/** Data goes to `stdout`, everything else to `stderr`. */
export interface Terminal {
  readonly stdout: Output
  readonly stderr: Output
  /** Whether a person can be asked: keyboard and `stderr` are a terminal. */
  readonly interactive: boolean
}

/** What `--color` and `--no-color` say; `auto` where neither is given. */
export type ColourChoice = 'auto' | 'always' | 'never'

/**
 * Whether to colour a stream. The flag wins, then `NO_COLOR` (no-color.org: any value but an empty
 * one), then `FORCE_COLOR`, then whether it is a terminal that can.
 */
export function wantsColour(
  choice: ColourChoice,
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (choice !== 'auto') return choice === 'always'
  if (environment['NO_COLOR']) return false
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  return isTerminal && environment['TERM'] !== 'dumb'
}

export function createStyle(colour: boolean): Style {
  return pc.createColors(colour)
}
