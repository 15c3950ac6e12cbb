import { closeMenu } from '@skillet/core/menu'
import { moved } from '../composer/index.ts'
import { same } from './key-facts.ts'
import type { ChatState, Step } from './types.ts'

/** Tab goes through fields and text; while a question waits, to it. */
export function tab(state: ChatState, direction: 1 | -1): Step {
  if (state.approvals.length > 0) {
    return {
      state: { ...state, answering: { kind: 'keys' }, menu: closeMenu(state.menu) },
      effects: [],
    }
  }
  const { composer } = state
  const { draft } = composer
  const count = draft.chip?.fields.length ?? 0
  if (count === 0) return same(state)
  const present = draft.focus === 'text' ? count : draft.focus
  const next = (present + direction + count + 1) % (count + 1)
  const focus = next === count ? 'text' : next
  return { state: { ...state, composer: moved(composer, { ...draft, focus }) }, effects: [] }
}
