// Without schemas, as the page reads them; it cannot load the core, so the compiler holds both equal.

import type { settingBounds as core } from '@skillet/core'

/** How much one setting holds: what the core reads and writes, and no more. */
export const settingBounds = {
  longestName: 200,
  longestPattern: 256,
  longestText: 4_096,
  longestRule: 32_768,
  mostEntries: 1_000,
  largestNumber: 2_147_483_647,
  highestPrice: 1_000_000,
} as const satisfies typeof core
