import type { ProviderFailure } from '../model/types.ts'

/** Attempts after the first one. */
export const retryLimit = 4

const firstDelayMs = 1_000
const longestDelayMs = 30_000
/** A provider that asks for more patience than this is not waited for. */
const longestRetryAfterMs = 120_000

/**
 * How long to wait before the next attempt, or undefined where there is none.
 *
 * @param attempt counts from 1: the attempt that would follow.
 * @param jitter from 0 to 1; half of the delay is fixed, half is random.
 */
export function retryDelay(
  failure: ProviderFailure,
  attempt: number,
  jitter: number,
): number | undefined {
  if (!failure.retryable || attempt > retryLimit) return undefined
  const wanted = failure.retryAfterMs ?? 0
  if (wanted > longestRetryAfterMs) return undefined
  const backOff = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)
  return Math.max(wanted, Math.round(backOff / 2 + (backOff / 2) * jitter))
}
