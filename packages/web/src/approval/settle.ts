/** Buttons act only once they have been in view and still for so long, in milliseconds. */
export const settleMs = 500

/** Two looks further apart than this prove nothing about the time between: the page was away. */
const longestGap = 250

/** How long something has been in view, and where. */
export interface Settling {
  /** Since when it stands there, in milliseconds; undefined: it is not in view. */
  readonly since: number | undefined
  readonly lookedAt: number
  readonly left: number
  readonly top: number
}

export const unsettled: Settling = { since: undefined, lookedAt: 0, left: 0, top: 0 }

/** One look at it, at `now`. */
export interface Look {
  readonly inView: boolean
  readonly left: number
  readonly top: number
  readonly now: number
}

/**
 * After one more look. Whatever moves it, a scroll, text that comes in above, or another card, begins
 * the time anew: a click that was meant for something else never lands on an answer.
 */
export function look(before: Settling, { inView, left, top, now }: Look): Settling {
  if (!inView) return unsettled
  const isStill =
    before.since !== undefined &&
    now - before.lookedAt <= longestGap &&
    Math.abs(left - before.left) < 1 &&
    Math.abs(top - before.top) < 1
  const since = isStill ? before.since : now
  return { since, lookedAt: now, left, top }
}

/** Whether a press at `now` counts. */
export function isSettled({ since, lookedAt }: Settling, now: number): boolean {
  return since !== undefined && now - since >= settleMs && now - lookedAt <= longestGap
}
