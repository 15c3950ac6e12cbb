import type { Sentences } from '@skillet/language'
import type { MenuSource } from '../menu/index.ts'
import type { ChatState, Step } from './types.ts'

/** What keys depend on besides the state. */
export interface KeyFacts {
  readonly now: number
  /** Cells of a row of the text that is written. */
  readonly cells: number
  /** Rows of the screen. */
  readonly rows: number
  readonly source: MenuSource
  readonly words: Sentences
}

/** A key that does nothing. */
export function same(state: ChatState): Step {
  return { state, effects: [] }
}
