import { closeMenu, menuAfterChange, menuAfterTyping } from '@skillet/core/menu'
import { cleanText } from '../../screen/clean.ts'
import { type Composer, paste } from '../composer/index.ts'
import { type MenuSource, placeOf } from '../menu/index.ts'
import type { ChatState, Step } from './types.ts'

/** After a person wrote or removed something: the menu looks at it, and history begins anew. */
export function wrote(state: ChatState, composer: Composer, source: MenuSource): Step {
  const next = changed(state, composer, 'anything-else')
  const menu = menuAfterTyping(next.menu, source, placeOf(composer.draft))
  return { state: { ...next, menu }, effects: [] }
}

/** After the text came from elsewhere than the keyboard: what stands in it asks for no menu. */
export function put(
  state: ChatState,
  composer: Composer,
  by: 'paste' | 'anything-else' = 'anything-else',
): Step {
  const next = changed(state, composer, by)
  return { state: { ...next, menu: closeMenu(next.menu) }, effects: [] }
}

function changed(state: ChatState, composer: Composer, by: 'paste' | 'anything-else'): ChatState {
  const { text, caret } = composer.draft.text
  const before = state.composer.draft.text.text
  const menu = menuAfterChange(state.menu, { before, text, caret, by })
  const { entries } = state.history
  return { ...state, composer, menu, history: { entries } }
}

/** Pasted text is cleaned like all that comes from elsewhere; a slash in it opens no menu. */
export function pasted(state: ChatState, raw: string): Step {
  const text = cleanText(raw.replace(/\r\n?/gu, '\n'))
  return put(state, paste(state.composer, text), 'paste')
}
