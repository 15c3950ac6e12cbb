import type { ChatCommand, MenuState } from '@skillet/core/menu'
import type { Content } from '../draft/index.ts'
import type { MenuSource } from '../menu/index.ts'

/** The text box: what is in it, and what is selected. In UTF-16 units. */
export interface TextBox {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A composer, apart from the page that shows it. */
export interface ComposerState extends MenuState {
  readonly content: Content
  /** What the menu looks at: the text as it was when nothing was being composed. */
  readonly seen: TextBox
  /** From `compositionstart` until one task after `compositionend`. */
  readonly composing: boolean
  /** The last pick, so that undo and redo take the chip along. */
  readonly picked: { readonly before: Content; readonly after: Content } | undefined
  readonly recalled: Recalled | undefined
}

/** An earlier message that is shown in the place of the draft. */
export interface Recalled {
  /** Index into the history. */
  readonly at: number
  /** The draft that Down comes back to. */
  readonly kept: Content
}

/** What of a keyboard event decides. */
export interface Press {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
  /** The key is held down. */
  readonly repeat: boolean
}

/**
 * How a text came to be: `typed` letter by letter, also by an input method; `pasted` or dropped;
 * `undone` or redone; `placed` by the composer itself.
 */
export type InputKind = 'typed' | 'pasted' | 'undone' | 'placed'

export type ComposerEvent =
  | { readonly type: 'input'; readonly kind: InputKind; readonly box: TextBox }
  /** The caret went elsewhere. */
  | { readonly type: 'caret'; readonly box: TextBox }
  | { readonly type: 'composition-started' }
  /**
   * One task after `compositionend`: nothing that belongs to the composition can still come.
   * Without a box it was one in an argument field.
   */
  | { readonly type: 'composition-settled'; readonly box: TextBox | undefined }
  | { readonly type: 'key'; readonly press: Press; readonly box: TextBox }
  | { readonly type: 'left' }
  /** The pointer moved over a row. */
  | { readonly type: 'pointed'; readonly row: string }
  | { readonly type: 'chosen'; readonly row: string }
  | { readonly type: 'chip-removed' }
  | { readonly type: 'send-pressed' }
  | { readonly type: 'field-input'; readonly field: number; readonly value: string }
  | { readonly type: 'field-key'; readonly field: number; readonly press: Press }

/** What is asked of the page. */
export type Effect =
  /** Through the browser's editing commands, so that its history survives. */
  | {
      readonly type: 'replace'
      readonly start: number
      readonly end: number
      readonly with: string
    }
  /** The text, or an argument field by its place. */
  | { readonly type: 'focus'; readonly on: 'text' | number }
  | { readonly type: 'undo' }
  | { readonly type: 'submit' }
  | { readonly type: 'run'; readonly command: ChatCommand; readonly argument: string }

/** What the composer works with besides its own state. */
export interface World {
  readonly source: MenuSource
  /** What the person sent in this conversation, the oldest first. */
  readonly history: readonly Content[]
  /** How many argument fields the chip has. */
  readonly fields: number
  /** Enter is a new line on a coarse pointer. */
  readonly coarse: boolean
}

export interface Step {
  readonly state: ComposerState
  readonly effects: readonly Effect[]
  /** The browser's own answer to the key is not wanted. */
  readonly taken: boolean
}
