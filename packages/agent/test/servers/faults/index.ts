import { callFaults } from './calls.ts'
import type { Fault } from './fault.ts'
import { overflowFaults } from './overflow.ts'
import { pageFaults, statusFaults } from './statuses.ts'
import { endFaults, excessFaults, insideFaults, shapeFaults } from './streams.ts'

export { type Expected, type Fault, mended, type Wire } from './fault.ts'

/** Every way to misbehave, in the order of the table. */
export const faults: readonly Fault[] = [
  ...statusFaults,
  ...pageFaults,
  ...overflowFaults,
  ...endFaults,
  ...shapeFaults,
  ...insideFaults,
  ...excessFaults,
  ...callFaults,
]
