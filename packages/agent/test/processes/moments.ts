/** Which moments a run of the tests kills at is told by its seed; every run has other ones. */
export const killSeed = Number(process.env['SKILLET_KILL_SEED'] ?? Date.now() % 1_000_000)

/** Numbers below `below` that look random, the same for the same seed (Lehmer). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
