/**
 * Waits for something that may not heed the signal itself.
 *
 * @returns undefined as soon as the signal fires; what comes of the work then counts for nobody
 */
export async function untilStopped<T>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  const over = new AbortController()
  work.catch(() => {})
  const stopped = new Promise<undefined>((resolve) => {
    if (signal.aborted) return resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: over.signal })
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    over.abort()
  }
}
