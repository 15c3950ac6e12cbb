import type { Sentences } from '@skillet/language'
import type { Standpoint } from '../../screen/paths.ts'

/** What events depend on besides the state. */
export interface EventFacts {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly standpoint: Standpoint
  readonly words: Sentences
}
