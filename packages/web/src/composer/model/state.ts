import {
  closeMenu,
  type MenuPlace,
  noMenu,
  type OpenMenu,
  openMenu as openMenuAt,
} from '@skillet/core/menu'
import type { Content } from '../draft/index.ts'
import type { SkillRow } from '../menu/index.ts'
import type { ComposerState, Effect, Step, TextBox, World } from './types.ts'

/** A composer with a draft in it, the caret at its end. */
export function composerWith(content: Content): ComposerState {
  const { length } = content.text
  return {
    ...noMenu,
    content,
    seen: { text: content.text, start: length, end: length },
    composing: false,
    picked: undefined,
    recalled: undefined,
  }
}

/** The menu as it is open now; undefined where none is. */
export function openMenu(
  state: ComposerState,
  { source }: Pick<World, 'source'>,
): OpenMenu<SkillRow> | undefined {
  return openMenuAt(state, source, placeOf(state))
}

/** What the menu looks at. */
export function placeOf({ seen, content }: Pick<ComposerState, 'seen' | 'content'>): MenuPlace {
  const { text, start, end } = seen
  return { text, caret: start === end ? start : undefined, withChip: content.chip !== undefined }
}

export const closed = closeMenu<ComposerState>

/** The key or event was answered. */
export function taken(state: ComposerState, ...effects: readonly Effect[]): Step {
  return { state, effects, taken: true }
}

/** The browser does what it would do without us. */
export function passed(state: ComposerState, ...effects: readonly Effect[]): Step {
  return { state, effects, taken: false }
}

/** A text box with the caret at a place. */
export function boxAt(text: string, caret: number): TextBox {
  return { text, start: caret, end: caret }
}
