import type { Interrupts } from './context.ts'
import type { ExitCode } from './exit-codes.ts'

/** `Interrupts`, and what calls them. */
export interface Stopper extends Interrupts {
  /** Once asks whoever listens to stop; again, or where nobody listens, leaves at once. */
  readonly stop: (code: ExitCode) => void
  /** Does the last things, once: a fault can be told on a terminal that was given back. */
  readonly settle: () => void
  /** Does the last things, then leaves. */
  readonly leave: (code: ExitCode) => void
}

/** @param exit Ends the process. */
export function createInterrupts(exit: (code: ExitCode) => void): Stopper {
  const listeners = new Set<(code: ExitCode) => void>()
  const lastActs = new Set<() => void>()
  let stopping = false
  const settle = () => {
    const acts = [...lastActs]
    lastActs.clear()
    for (const act of acts) attempt(act)
  }
  const leave = (code: ExitCode) => {
    settle()
    exit(code)
  }
  return {
    stop(code) {
      if (stopping || listeners.size === 0) return leave(code)
      stopping = true
      for (const listener of listeners) listener(code)
    },
    settle,
    leave,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    beforeLeaving(act) {
      lastActs.add(act)
      return () => void lastActs.delete(act)
    },
  }
}

/** One last act that fails must not keep the others from being done; nobody can be told. */
function attempt(act: () => void): void {
  try {
    act()
  } catch {
    // The others come next.
  }
}
