import { type MenuMove, moveHighlight, type OpenMenu, pickedBy } from '@skillet/core/menu'
import { isComposing } from '../../keys/index.ts'
import type { SkillRow } from '../menu/index.ts'
import { commandOf } from './command.ts'
import { pick, withoutChip } from './pick.ts'
import { recall } from './recall.ts'
import { boxAt, closed, openMenu, passed, taken } from './state.ts'
import type { ComposerState, Press, Step, TextBox, World } from './types.ts'

/**
 * A key in the text. Keys of an input method are the input method's, in whichever order a browser
 * reports them.
 *
 * @see bug 43
 */
export function textKey(before: ComposerState, press: Press, box: TextBox, world: World): Step {
  if (before.composing || isComposing(press)) return passed(before)
  const state = { ...before, seen: box }
  if (press.ctrlKey || press.metaKey || press.altKey) return passed(state)
  const menu = openMenu(state, world)
  const answer = menu === undefined ? undefined : menuKey(state, menu, press)
  return answer ?? plainKey(state, press, world)
}

const moves: Readonly<Record<string, MenuMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'page-up',
  PageDown: 'page-down',
  Home: 'first',
  End: 'last',
}

function menuKey(state: ComposerState, menu: OpenMenu<SkillRow>, press: Press): Step | undefined {
  if (press.shiftKey) return undefined
  if (press.key === 'Escape') return taken(closed(state))
  const move = moves[press.key]
  if (move !== undefined && menu.rows.length > 0) {
    return taken({ ...state, highlight: moveHighlight(menu, move) })
  }
  if (press.key !== 'Enter' && press.key !== 'Tab') return undefined
  const row = pickedBy(press.key === 'Enter' ? 'enter' : 'tab', menu, state.content.text)
  if (row === undefined) return undefined
  return press.repeat ? taken(state) : pick(state, menu, row)
}

function plainKey(state: ComposerState, press: Press, world: World): Step {
  const { seen, content, recalled } = state
  const isCaret = seen.start === seen.end
  if (press.shiftKey) return passed(state)
  switch (press.key) {
    case 'Enter':
      return enter(state, press, world)
    case 'Backspace':
      if (content.chip === undefined || !isCaret || seen.start !== 0) return passed(state)
      return press.repeat ? passed(state) : withoutChip(state)
    case 'ArrowUp':
      // Inside a recalled text of many lines, Up first goes to its first line.
      return isCaret && !seen.text.slice(0, seen.start).includes('\n')
        ? recall(state, 'earlier', world)
        : passed(state)
    case 'ArrowDown':
      return recalled !== undefined && isCaret && !seen.text.slice(seen.end).includes('\n')
        ? recall(state, 'later', world)
        : passed(state)
    default:
      return passed(state)
  }
}

function enter(state: ComposerState, press: Press, { coarse }: World): Step {
  if (coarse) return passed(state)
  if (press.repeat) return taken(state)
  const command = commandOf(state.content)
  if (command === undefined) return taken(closed(state), { type: 'submit' })
  return runs(state, command)
}

/** A command is no message: the text empties, and undo brings it back. */
function runs(state: ComposerState, command: NonNullable<ReturnType<typeof commandOf>>): Step {
  const { content } = state
  return taken(
    closed({ ...state, content: { ...content, text: '' }, seen: boxAt('', 0) }),
    { type: 'replace', start: 0, end: content.text.length, with: '' },
    { type: 'run', ...command },
  )
}

/** Send was pressed: a command runs from there too. */
export function pressedSend(state: ComposerState): Step {
  const command = commandOf(state.content)
  return command === undefined ? taken(closed(state), { type: 'submit' }) : runs(state, command)
}

/** A key in an argument field: Enter goes to the next, in the last one it sends. */
export function fieldKey(state: ComposerState, field: number, press: Press, world: World): Step {
  if (state.composing || isComposing(press)) return passed(state)
  if (isUndo(press)) return undoPick(state)
  if (press.key !== 'Enter' || press.ctrlKey || press.metaKey || press.altKey) return passed(state)
  if (press.repeat) return taken(state)
  if (field + 1 < world.fields) return taken(state, { type: 'focus', on: field + 1 })
  return taken(state, { type: 'submit' })
}

function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): boolean {
  return key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !altKey
}

/** The caret went into the first field with the pick; undo there means the pick, not the field. */
function undoPick(state: ComposerState): Step {
  const { picked, content } = state
  const isUntouched = content.fields.every((value) => value === '')
  if (picked === undefined || !isUntouched || content.text !== picked.after.text) {
    return passed(state)
  }
  return taken(state, { type: 'focus', on: 'text' }, { type: 'undo' })
}
