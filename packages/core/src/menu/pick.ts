import { commandIn } from './commands.ts'
import type { CommandRow, MenuRow, SkillRow } from './source.ts'
import type { OpenMenu } from './state.ts'
import { replaceToken } from './token.ts'
import type { MenuToken } from './types.ts'

/** What a pick makes of a text. Nothing is ever sent by it. */
export interface PickedText {
  readonly text: string
  /** In UTF-16 units. */
  readonly caret: number
  /** What stands now where the token stood. */
  readonly written: string
  /** Where keys go on: the text, or the first argument field. */
  readonly focus: 'text' | 0
}

/**
 * The row that Enter or Tab picks. No hit: Enter means Enter, and Tab means Tab; and a command that
 * is the whole text runs on Enter instead. Throws nothing.
 *
 * @param key which of the two
 * @param menu as `openMenu` gave it
 * @param text the whole draft
 * @returns undefined where the key is not the menu's
 * @example
 * const row = { kind: 'command', id: 'help', name: 'help', description: '', hint: '' } as const
 * pickedBy('enter', { current: { row, ranges: [] } }, '/he')?.name // → 'help'
 */
export function pickedBy<S extends SkillRow>(
  key: 'enter' | 'tab',
  { current }: Pick<OpenMenu<S>, 'current'>,
  text: string,
): MenuRow<S> | undefined {
  const row = current?.row
  if (row?.kind !== 'command' || key === 'tab') return row
  return commandIn(text)?.command === row.name ? undefined : row
}

/**
 * Takes a skill's token out of the text, and nothing else: the skill becomes the chip, in the place
 * of another one. The caret stays, or goes to the first argument. Throws nothing.
 *
 * @param text the whole draft
 * @param token as `openMenu` gave it
 * @param fields how many the skill has, by `argumentFields`
 * @returns the new draft and caret
 * @example
 * pickSkill('please /re the diff', { start: 7, end: 10 }, 0)
 * // → { text: 'please  the diff', caret: 7, written: '', focus: 'text' }
 */
export function pickSkill(
  text: string,
  token: Pick<MenuToken, 'start' | 'end'>,
  fields: number,
): PickedText {
  return { ...replaceToken(text, token, ''), written: '', focus: fields > 0 ? 0 : 'text' }
}

/**
 * Writes a command out in the place of its token, with a blank behind it where words may follow. It
 * runs on Enter. Throws nothing.
 *
 * @param text the whole draft
 * @param token as `openMenu` gave it
 * @param command the row that was picked
 * @returns the new draft and caret
 * @example
 * pickCommand('/mo', { start: 0, end: 3 }, { name: 'model', hint: '[name]' })
 * // → { text: '/model ', caret: 7, written: '/model ', focus: 'text' }
 */
export function pickCommand(
  text: string,
  token: Pick<MenuToken, 'start' | 'end'>,
  { name, hint }: Pick<CommandRow, 'name' | 'hint'>,
): PickedText {
  const written = `/${name}${hint === '' ? '' : ' '}`
  return { ...replaceToken(text, token, written), written, focus: 'text' }
}
