import { isBusy } from './store-error.ts'

/**
 * How long somebody else may hold the store, on top of what the database itself waits. No program of
 * ours needs it for longer than a moment, and a person waits for the answer.
 */
export const defaultPatienceMs = 10_000

export interface Patience {
  /** Since when the store may have been held, by `performance.now`. */
  readonly since: number
  readonly patienceMs: number
}

/** Does something again and again while another process holds the store, and at least once. */
export async function patiently<T>(act: () => T, { since, patienceMs }: Patience): Promise<T> {
  const deadline = since + patienceMs
  while (true) {
    try {
      return act()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
    }
    await pause()
  }
}

/** Of random length: processes that collide would collide again after equal ones. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 45))
}
