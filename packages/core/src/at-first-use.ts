/**
 * Makes something when it is first asked for, and once. Patterns with `\p{…}` take a good part of a
 * millisecond each to compile, which every start of a command would pay for the few that it uses.
 *
 * @example
 * const letters = atFirstUse(() => /\p{L}/gu)
 * letters().test('é') // → true
 */
export function atFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
