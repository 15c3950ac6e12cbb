import { showHiddenLine } from '../hidden-codes/index.ts'

export interface Titled {
  readonly name: string
  readonly running: boolean
  /** How many things wait for the person. */
  readonly waiting: number
}

/** The window's title: `●` while an answer runs, `(1)` while something waits. */
export function windowTitle({ name, running, waiting }: Titled): string {
  // No element shows it: the browser does.
  const shown = showHiddenLine(name)
  if (waiting > 0) return `(${waiting}) ${shown}`
  return running ? `● ${shown}` : shown
}
