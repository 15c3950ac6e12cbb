/** Resolves after that many milliseconds, or as soon as the signal fires. */
export function timer(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(handle)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const handle = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
  })
}
