/** How long something may still be looked at. */
export interface TimeBudget {
  isSpent(): boolean
}

export function timeBudget(milliseconds: number): TimeBudget {
  const end = performance.now() + milliseconds
  return { isSpent: () => performance.now() > end }
}

/** As a phrase. */
export const tookTooLong = 'it takes too long to be judged'
