import { type Keyboard, labelOf, type Shortcut } from './table.ts'

/** Whose keyboard it is. `navigator.platform` is deprecated, and the only word that Safari has. */
export function thisKeyboard(): Keyboard {
  if (typeof navigator === 'undefined') return 'other'
  return /^(?:Mac|iP)/.test(navigator.platform) ? 'apple' : 'other'
}

/** A shortcut as it is written on this keyboard, for tooltips and sentences: `Ctrl+B`. */
export function keysFor(shortcut: Shortcut): string {
  return labelOf(shortcut, thisKeyboard())
}
