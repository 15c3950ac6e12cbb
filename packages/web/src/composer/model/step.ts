import { caret, input, settled } from './input.ts'
import { fieldKey, pressedSend, textKey } from './keys.ts'
import { pick, withoutChip } from './pick.ts'
import { closed, openMenu, passed } from './state.ts'
import type { ComposerEvent, ComposerState, Step, World } from './types.ts'

/**
 * What an event makes of a composer, and what it asks of the page. Throws nothing.
 *
 * @returns `taken`: the browser's own answer to a key is not wanted
 */
export function step(state: ComposerState, event: ComposerEvent, world: World): Step {
  switch (event.type) {
    case 'input':
      return input(state, event.kind, event.box, world)
    case 'caret':
      return caret(state, event.box, world)
    case 'composition-started':
      return passed({ ...state, composing: true })
    case 'composition-settled':
      return settled(state, event.box, world)
    case 'key':
      return textKey(state, event.press, event.box, world)
    case 'left':
      return passed(closed(state))
    case 'pointed':
      return passed(state.opened === undefined ? state : { ...state, highlight: event.row })
    case 'chosen': {
      const menu = openMenu(state, world)
      const found = menu?.rows.find(({ row }) => row.id === event.row)
      return menu === undefined || found === undefined
        ? passed(state)
        : pick(state, menu, found.row)
    }
    case 'chip-removed':
      return withoutChip(state)
    case 'send-pressed':
      return pressedSend(state)
    case 'field-input':
      return passed(withField(state, event.field, event.value))
    case 'field-key':
      return fieldKey(state, event.field, event.press, world)
  }
}

function withField(state: ComposerState, field: number, value: string): ComposerState {
  const { content } = state
  const length = Math.max(content.fields.length, field + 1)
  const fields = Array.from({ length }, (_, at) =>
    at === field ? value : (content.fields[at] ?? ''),
  )
  return { ...state, content: { ...content, fields } }
}
