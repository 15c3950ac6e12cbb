/** What costs too much to find out each time: kept for a while, or until it is forgotten. */
export function remembered<T>(find: () => T, now: () => number, mostMs: number) {
  let known: { readonly value: T; readonly at: number } | undefined
  return {
    value(): T {
      if (known === undefined || now() - known.at > mostMs) known = { value: find(), at: now() }
      return known.value
    },
    forget() {
      known = undefined
    },
  }
}
