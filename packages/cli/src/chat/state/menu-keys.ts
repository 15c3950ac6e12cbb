import {
  type MenuMove,
  moveHighlight,
  type OpenMenu,
  pickCommand,
  pickedBy,
} from '@skillet/core/menu'
import { edit, pick } from '../composer/index.ts'
import type { SkillRow } from '../menu/index.ts'
import type { ChatState, Step } from './types.ts'
import { put } from './write.ts'

const moves: Readonly<Record<string, MenuMove>> = {
  up: 'up',
  down: 'down',
  'ctrl+p': 'up',
  'ctrl+n': 'down',
  pageUp: 'page-up',
  pageDown: 'page-down',
  home: 'first',
  end: 'last',
}

/** What a key does while the menu is open; `undefined` where it is not for the menu. */
export function menuKey(
  state: ChatState,
  menu: OpenMenu<SkillRow>,
  name: string,
): Step | undefined {
  const move = moves[name]
  if (move !== undefined) {
    const highlight = moveHighlight(menu, move)
    if (highlight === undefined) return undefined
    return { state: { ...state, menu: { ...state.menu, highlight } }, effects: [] }
  }
  if (name !== 'enter' && name !== 'tab') return undefined
  const { composer } = state
  const { draft } = composer
  const row = pickedBy(name, menu, draft.text.text)
  if (row === undefined) return undefined
  if (row.kind === 'skill') {
    const { skill, id: path, callableAs } = row
    return put(state, pick(composer, menu.token, { skill, path, callableAs }))
  }
  const { text, caret, focus } = pickCommand(draft.text.text, menu.token, row)
  return put(state, edit(composer, { ...draft, text: { text, caret }, focus }))
}
