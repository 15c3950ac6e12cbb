import type { ChatCommand } from '@skillet/core/menu'
import { edit, fieldOf, pick } from '../composer/index.ts'
import { moveHighlight, type OpenMenu } from '../menu/index.ts'
import type { ChatState, Effect, Step } from './types.ts'

const nothing: readonly Effect[] = []

const menuMoves: Readonly<Record<string, Parameters<typeof moveHighlight>[1]>> = {
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
export function menuKey(state: ChatState, menu: OpenMenu, name: string): Step | undefined {
  const movement = menuMoves[name]
  if (movement !== undefined) {
    const highlight = moveHighlight(menu, movement, 8)
    if (highlight === undefined) return undefined
    return { state: { ...state, menu: { ...state.menu, highlight } }, effects: nothing }
  }
  if (name !== 'enter' && name !== 'tab') return undefined
  const row = menu.rows[menu.highlight]?.row
  if (row === undefined) return name === 'tab' ? { state, effects: nothing } : undefined
  if (name === 'enter' && row.kind === 'command' && isWhole(state, row.id)) return undefined
  if (row.kind === 'skill') {
    const { skill, id: path, callableAs } = row
    const composer = pick(state.composer, menu.token, { skill, path, callableAs })
    return { state: { ...state, composer, menu: {} }, effects: nothing }
  }
  const text = `/${row.id}${row.hint === '' ? '' : ' '}`
  const composer = edit(state.composer, { ...state.composer.draft, text: fieldOf(text) })
  const closed = { start: 0, typed: row.id }
  return { state: { ...state, composer, menu: { closed } }, effects: nothing }
}

function isWhole({ composer }: ChatState, command: ChatCommand): boolean {
  return composer.draft.text.text.trim().toLowerCase() === `/${command}`
}
