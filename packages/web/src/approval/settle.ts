/** Buttons act only once they have been seen in view and still for so long, in milliseconds. */
export const settleMs = 500

/**
 * The longest time between two looks that counts. Where a page that is busy draws nothing for longer,
 * nobody saw what stood there: that time counts for nothing, and undoes nothing.
 */
const longestGap = 250

/** How long something has been in view, and where. */
export interface Settling {
  /** How long it was seen standing there, in milliseconds; undefined: it is not in view. */
  readonly seenFor: number | undefined
  readonly lookedAt: number
  readonly left: number
  readonly top: number
}

export const unsettled: Settling = { seenFor: undefined, lookedAt: 0, left: 0, top: 0 }

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
  const isStill = Math.abs(left - before.left) < 1 && Math.abs(top - before.top) < 1
  const gap = now - before.lookedAt
  const seenFor =
    before.seenFor === undefined || !isStill ? 0 : before.seenFor + (gap <= longestGap ? gap : 0)
  return { seenFor, lookedAt: now, left, top }
}

/** Whether a press counts after the last look. */
export function isSettled({ seenFor }: Settling): boolean {
  return seenFor !== undefined && seenFor >= settleMs
}
