import { type Offer, type OfferedRow, offerFor } from './offer.ts'
import { carryOver, difference } from './pasted.ts'
import type { MenuSource, SkillRow } from './source.ts'
import { menuTrigger } from './token.ts'
import type { TextRange } from './types.ts'

/** What a menu remembers from one key to the next. */
export interface MenuState {
  /** Where the token stands for which typing opened it. Undefined: closed. */
  readonly opened: number | undefined
  /** Identity of the highlighted row. */
  readonly highlight: string | undefined
  /** Places that came out of a paste: a slash in them opens no menu. */
  readonly pasted: readonly TextRange[]
}

/** No menu is open, and nothing was pasted. */
export const noMenu: MenuState = { opened: undefined, highlight: undefined, pasted: [] }

/** What a menu looks at. */
export interface MenuPlace {
  readonly text: string
  /** In UTF-16 units; undefined while something is selected, or keys go elsewhere. */
  readonly caret: number | undefined
  /** A skill was picked already, so that no command can be the whole text. */
  readonly withChip: boolean
}

/** A menu that is open. */
export interface OpenMenu<S extends SkillRow = SkillRow> extends Offer<S> {
  /** Index of the highlighted row; -1 where nothing matches. */
  readonly at: number
  /** The highlighted row; undefined where nothing matches. */
  readonly current: OfferedRow<S> | undefined
}

/** How a text came to be another one. */
export interface TextChange {
  readonly before: string
  readonly text: string
  /** Behind what was put in, in UTF-16 units. */
  readonly caret: number
  readonly by: 'paste' | 'anything-else'
}

/**
 * Carries what was pasted over an edit, so that no slash in it ever opens a menu. Throws nothing.
 *
 * @param state of a menu, or what holds one
 * @param change what the edit made of the text
 * @returns the same with its pasted places where they are now
 * @example
 * menuAfterChange(noMenu, { before: 'a', text: 'a/b', caret: 3, by: 'paste' }).pasted
 * // → [{ start: 1, end: 3 }]
 */
export function menuAfterChange<M extends MenuState>(state: M, change: TextChange): M {
  const { before, text, caret, by } = change
  if (text === before || (state.pasted.length === 0 && by !== 'paste')) return state
  const changed = difference(before, text, caret)
  const rest = carryOver(state.pasted, changed)
  if (by !== 'paste') return { ...state, pasted: rest }
  return { ...state, pasted: [...rest, { start: changed.start, end: changed.endAfter }] }
}

/**
 * Opens the menu where a token was typed, with its best row highlighted, or closes it. After
 * anything but typing (a paste, an undo, a text that was put there) call `closeMenu` instead: only
 * what a person types asks for a menu. Throws nothing.
 *
 * @param state of a menu, or what holds one
 * @param source what the menu can offer
 * @param place the text as it is now
 * @returns the same, open or closed
 * @example
 * const source = { skills: [], qualified: [], commands: [], untrusted: 0, invalid: 0 }
 * menuAfterTyping(noMenu, source, { text: 'say /', caret: 5, withChip: false }).opened // → 4
 */
export function menuAfterTyping<M extends MenuState>(
  state: M,
  source: MenuSource,
  place: MenuPlace,
): M {
  const offer = offerAt(source, place)
  if (offer === undefined) return closeMenu(state)
  const { start } = offer.token
  const isPasted = state.pasted.some((range) => start >= range.start && start < range.end)
  return isPasted ? closeMenu(state) : { ...state, opened: start, highlight: offer.best }
}

/**
 * After the caret went elsewhere: the menu stays only in the token that opened it, and does not open
 * where the caret comes back. Throws nothing.
 *
 * @param state of a menu, or what holds one
 * @param source what the menu can offer
 * @param place where the caret is now
 * @returns the same, or closed
 * @example
 * const source = { skills: [], qualified: [], commands: [], untrusted: 0, invalid: 0 }
 * menuAfterMove({ ...noMenu, opened: 4 }, source, { text: 'say /', caret: 2, withChip: false }).opened
 * // → undefined
 */
export function menuAfterMove<M extends MenuState>(
  state: M,
  source: MenuSource,
  place: MenuPlace,
): M {
  return openMenu(state, source, place) === undefined ? closeMenu(state) : state
}

/**
 * Closes the menu until the token is typed on. Throws nothing.
 *
 * @param state of a menu, or what holds one
 * @returns the same, closed
 * @example
 * closeMenu({ ...noMenu, opened: 4 }).opened // → undefined
 */
export function closeMenu<M extends MenuState>(state: M): M {
  return state.opened === undefined ? state : { ...state, opened: undefined, highlight: undefined }
}

/**
 * The menu as it is open now. The highlight is bound to its row: a list that changes does not move
 * it; where the row is gone, the best one has it. Throws nothing.
 *
 * @param state of a menu, or what holds one
 * @param source what the menu can offer
 * @param place the text and the caret as they are now
 * @returns undefined where none is open
 * @example
 * const row = { kind: 'skill', id: '/s/pdf', name: 'pdf', description: '', callableAs: 'pdf' } as const
 * const source = { skills: [row], qualified: [row], commands: [], untrusted: 0, invalid: 0 }
 * const place = { text: '/pd', caret: 3, withChip: false }
 * openMenu(menuAfterTyping(noMenu, source, place), source, place)?.current?.row.name // → 'pdf'
 */
export function openMenu<S extends SkillRow>(
  { opened, highlight }: MenuState,
  source: MenuSource<S>,
  place: MenuPlace,
): OpenMenu<S> | undefined {
  const offer = opened === undefined ? undefined : offerAt(source, place)
  if (offer === undefined || offer.token.start !== opened) return undefined
  const { rows, best } = offer
  const found = indexOf(rows, highlight)
  const at = found < 0 ? indexOf(rows, best) : found
  return { ...offer, at, current: rows[at] }
}

function offerAt<S extends SkillRow>(source: MenuSource<S>, place: MenuPlace) {
  const { text, caret, withChip } = place
  const token = caret === undefined ? undefined : menuTrigger(text, caret)
  return token === undefined ? undefined : offerFor(source, token, { withChip })
}

function indexOf(rows: readonly OfferedRow[], id: string | undefined): number {
  return rows.findIndex(({ row }) => row.id === id)
}
