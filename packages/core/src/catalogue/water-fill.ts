/**
 * The greatest length to which all may be cut so that together they take at most `room`:
 * short ones stay whole, and what they leave goes to the long ones.
 *
 * @returns Infinity where nothing needs cutting.
 * @example waterLevel([10, 100, 100], 90) // 40
 */
export function waterLevel(lengths: readonly number[], room: number): number {
  const sorted = [...lengths].sort((a, b) => a - b)
  let left = room
  for (const [index, length] of sorted.entries()) {
    const level = Math.floor(left / (sorted.length - index))
    if (length > level) return Math.max(0, level)
    left -= length
  }
  return Number.POSITIVE_INFINITY
}
