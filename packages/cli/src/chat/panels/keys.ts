import type { ChatState, Step } from '../state/types.ts'
import type { KeyInput } from '../terminal/index.ts'
import { shownRows } from './rows.ts'
import type { ListPanel, PagerPanel, Panel } from './types.ts'

/** What a key does to an open panel. Escape was dealt with already. */
export function panelKey(state: ChatState, panel: Panel, input: KeyInput, rows: number): Step {
  return panel.kind === 'list' ? listKey(state, panel, input) : pagerKey(state, panel, input, rows)
}

function listKey(state: ChatState, panel: ListPanel, input: KeyInput): Step {
  const show = (next: ListPanel): Step => ({ state: { ...state, panel: next }, effects: [] })
  const { highlight: _, ...best } = panel
  if (input.kind === 'text') return show({ ...best, filter: panel.filter + input.text })
  if (input.kind === 'paste') return { state, effects: [] }
  const shown = shownRows(panel)
  const last = shown.length - 1
  const found = shown.findIndex(({ id }) => id === panel.highlight)
  const at = Math.max(0, found)
  const go = (index: number): Step => {
    const row = shown[index]
    return row === undefined ? { state, effects: [] } : show({ ...panel, highlight: row.id })
  }
  switch (input.name) {
    case 'up':
    case 'ctrl+p':
      return go(at === 0 ? last : at - 1)
    case 'down':
    case 'ctrl+n':
      return go(at === last ? 0 : at + 1)
    case 'pageUp':
      return go(Math.max(0, at - 10))
    case 'pageDown':
      return go(Math.min(last, at + 10))
    case 'home':
      return go(0)
    case 'end':
      return go(last)
    case 'backspace':
      return show({ ...best, filter: Array.from(panel.filter).slice(0, -1).join('') })
    case 'ctrl+u':
      return show({ ...best, filter: '' })
    case 'tab':
    case 'shift+tab':
      return show(nextGroup(best, input.name === 'tab' ? 1 : -1))
    case 'enter': {
      const row = shown[at]
      if (row === undefined) return { state, effects: [] }
      const chosen = { ...panel, highlight: row.id }
      return {
        state: { ...state, panel: chosen },
        effects: [{ kind: 'panel', panel: chosen, action: 'open', id: row.id }],
      }
    }
    default:
      return { state, effects: [] }
  }
}

/** All of them, then each group alone. */
function nextGroup(panel: ListPanel, direction: 1 | -1): ListPanel {
  const { group, ...all } = panel
  const ids = [undefined, ...panel.groups.map(({ id }) => id)]
  const next = ids[(ids.indexOf(group) + direction + ids.length) % ids.length]
  return next === undefined ? all : { ...all, group: next }
}

function pagerKey(state: ChatState, panel: PagerPanel, input: KeyInput, rows: number): Step {
  if (input.kind === 'paste') return { state, effects: [] }
  const page = Math.max(1, rows - 8)
  const scroll = (by: number): Step => ({
    state: { ...state, panel: { ...panel, top: Math.max(0, panel.top + by) } },
    effects: [],
  })
  const name = input.kind === 'key' ? input.name : input.text
  const action = panel.actions.find(({ key }) => key === name.toLowerCase())
  if (action !== undefined) {
    return { state, effects: [{ kind: 'panel', panel, action: action.action, id: panel.id }] }
  }
  switch (name) {
    case 'up':
    case 'k':
      return scroll(-1)
    case 'down':
    case 'j':
      return scroll(1)
    case 'pageUp':
      return scroll(-page)
    case 'pageDown':
    case ' ':
    case 'space':
      return scroll(page)
    case 'home':
      return scroll(-panel.top)
    case 'end':
      return scroll(Number.MAX_SAFE_INTEGER - panel.top)
    default:
      return { state, effects: [] }
  }
}
