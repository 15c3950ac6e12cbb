// Without schemas, so that the page can bring these words along and nothing else.

import type { SkillState as KnownState } from '@skillet/core'

/** Every state, in the order in which a page shows them: those of the core, which it cannot load. */
export const skillStates = [
  'loaded',
  'shadowed',
  'untrusted',
  'disabled',
  'invalid',
  'ignored',
] as const satisfies readonly KnownState[]

export type SkillState = (typeof skillStates)[number]
