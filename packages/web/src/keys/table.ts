/** What a key combination asks for. Keys of the composer's text and menu belong to the composer. */
export type Shortcut =
  | 'close'
  | 'waiting'
  | 'search'
  | 'conversations'
  | 'inspector'
  | 'keys'
  | 'once'
  | 'turn'
  | 'always'
  | 'no'

/** One row of the table of shortcuts. */
export interface Keys {
  readonly shortcut: Shortcut
  /** `KeyboardEvent.key`, lower case for letters. */
  readonly key: string
  /** Ctrl; on Apple's systems ⌘, since Ctrl with a letter edits text there. */
  readonly command: boolean
  /** `approval`: only while focus is inside an approval. */
  readonly where: 'anywhere' | 'approval'
}

/** The page's shortcuts: the one table that the listener, the list of keys and tooltips read. */
export const shortcuts: readonly Keys[] = [
  { shortcut: 'close', key: 'Escape', command: false, where: 'anywhere' },
  { shortcut: 'waiting', key: 'j', command: true, where: 'anywhere' },
  { shortcut: 'search', key: 'k', command: true, where: 'anywhere' },
  { shortcut: 'conversations', key: 'b', command: true, where: 'anywhere' },
  { shortcut: 'inspector', key: 'i', command: true, where: 'anywhere' },
  { shortcut: 'keys', key: '/', command: true, where: 'anywhere' },
  { shortcut: 'once', key: 'y', command: false, where: 'approval' },
  { shortcut: 'turn', key: 't', command: false, where: 'approval' },
  { shortcut: 'always', key: 'a', command: false, where: 'approval' },
  { shortcut: 'no', key: 'n', command: false, where: 'approval' },
]

/** What of a keyboard event decides. */
export interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
}

/** Whose keyboard it is, as far as it matters for shortcuts. */
export type Keyboard = 'apple' | 'other'

/**
 * Whether a key belongs to an input method. The first key of a composition has `isComposing` false
 * and code 229; Safari sends the Enter that ends one after `compositionend`, with 229.
 */
export function isComposing(press: Pick<Press, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === 229
}

/** The shortcut that a key asks for, there where it was pressed. */
export function shortcutOf(
  press: Press,
  where: Keys['where'],
  keyboard: Keyboard,
): Shortcut | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey } = press
  const [command, other] = keyboard === 'apple' ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (isComposing(press) || altKey || other) return undefined
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  const row = shortcuts.find(
    (keys) =>
      keys.key === key &&
      keys.command === command &&
      (keys.where === 'anywhere' || where === 'approval') &&
      // `/` sits behind Shift on many keyboards; everywhere else Shift makes another key.
      (!shiftKey || key === '/'),
  )
  return row?.shortcut
}

/** A shortcut as it is written on the keyboard: `Ctrl+B`, `⌘B`, `Esc`. */
export function labelOf(shortcut: Shortcut, keyboard: Keyboard): string {
  const keys = shortcuts.find((row) => row.shortcut === shortcut)
  if (keys === undefined) return ''
  const key = keys.key === 'Escape' ? 'Esc' : keys.key.toUpperCase()
  if (!keys.command) return key
  return keyboard === 'apple' ? `⌘${key}` : `Ctrl+${key}`
}
