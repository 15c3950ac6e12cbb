/** So many messages, counted from the end, are on the page at once. */
export const firstShown = 50

/** So many more come in each idle slice. */
export const slice = 20

/** How many messages are on the page after one more idle slice. */
export function afterSlice(shown: number, all: number): number {
  return Math.min(all, shown + slice)
}

/**
 * How many are on the page after their number changed: messages that were added at the end take no
 * room from older ones. Where there were none before, a stored conversation has come.
 */
export function afterChange(shown: number, before: number, all: number): number {
  if (before === 0) return Math.min(all, firstShown)
  if (all <= before) return Math.max(Math.min(all, shown), Math.min(all, firstShown))
  return shown + (all - before)
}
