import { isBusy } from './store-error.ts'

/** How long somebody else may hold the store, on top of what the database itself waits. */
const patienceMs = 60_000

/** Does something that writes, again and again while another process holds the store. */
export async function patiently<T>(act: () => T): Promise<T> {
  const deadline = performance.now() + patienceMs
  while (true) {
    try {
      return act()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    await pause()
  }
}

/** Of random length: processes that collide would collide again after equal ones. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 45))
}
