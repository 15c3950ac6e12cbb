/**
 * How many letters must be put in, left out, replaced or swapped with their neighbour to turn one
 * text into the other (optimal string alignment), or `limit + 1` where it is more than `limit`.
 *
 * @example editDistance('pfd', 'pdf') // → 1
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let older: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    let smallest = row
    for (let column = 1; column <= b.length; column += 1) {
      const value = cheapest(a, b, row, column, current, previous, older)
      current.push(value)
      smallest = Math.min(smallest, value)
    }
    if (smallest > limit) return limit + 1
    older = previous
    previous = current
  }
  return Math.min(previous[b.length] ?? 0, limit + 1)
}

function cheapest(
  a: string,
  b: string,
  row: number,
  column: number,
  current: readonly number[],
  previous: readonly number[],
  older: readonly number[],
): number {
  const same = a[row - 1] === b[column - 1]
  const replaced = (previous[column - 1] ?? 0) + (same ? 0 : 1)
  const edited = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
  const swapped =
    row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
  return swapped ? Math.min(edited, (older[column - 2] ?? 0) + 1) : edited
}

/**
 * How many slips a word of that many letters may hold and still be meant for another: one in three,
 * at least one and at most three.
 */
export function slipsAllowed(length: number): number {
  return Math.min(3, Math.max(1, Math.floor(length / 3)))
}
