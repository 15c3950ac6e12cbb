/** File systems note changes in ticks of some milliseconds. */
const tick = 100

/** FAT, HFS+ and old network systems count whole seconds, or every other one. */
const coarseTick = 2_100

/**
 * Whether a time of change proves that nothing changed since. What changed shortly before it was
 * looked at may have changed once more in the same tick, and the second change cannot be told from
 * the first.
 * @param changed milliseconds since 1970, with fractions
 * @param since when looking began, in milliseconds since 1970
 */
export function isCertain(changed: number, since: number): boolean {
  return changed < since - (changed % 1000 === 0 ? coarseTick : tick)
}
