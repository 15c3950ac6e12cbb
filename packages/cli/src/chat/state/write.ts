import { cleanText } from '../../screen/clean.ts'
import { type Composer, type Draft, paste } from '../composer/index.ts'
import type { ChatState, Step } from './types.ts'

/** After any change of the text: the menu shows the best row again, and history begins anew. */
export function wrote(state: ChatState, composer: Composer): Step {
  const { closed, pasted } = state.menu
  const shift = shiftOf(state.composer.draft, composer.draft)
  const moved = pasted === undefined ? undefined : shift(pasted)
  const menu = {
    ...(closed === undefined ? {} : { closed }),
    ...(moved === undefined ? {} : { pasted: moved }),
  }
  const { entries } = state.history
  return { state: { ...state, composer, menu, history: { entries } }, effects: [] }
}

/** Where a place of the old text stands in the new one; nowhere, where it was taken out. */
function shiftOf(before: Draft, after: Draft): (place: number) => number | undefined {
  const grown = after.text.text.length - before.text.text.length
  const changedAt = Math.min(before.text.caret, after.text.caret)
  return (place) => {
    if (place < changedAt) return place
    return place + grown < changedAt ? undefined : place + grown
  }
}

/** Pasted text is cleaned like all that comes from elsewhere; a slash in it opens no menu. */
export function pasted(state: ChatState, raw: string): Step {
  const text = cleanText(raw.replace(/\r\n?/gu, '\n'))
  const { caret } = state.composer.draft.text
  const next = wrote(state, paste(state.composer, text)).state
  const slash = text.search(/\S*$/u)
  return { state: { ...next, menu: { ...next.menu, pasted: caret + slash } }, effects: [] }
}
