import type { InputKind, TextBox } from '../model/index.ts'

/** What is in the text, and what is selected, at this moment. */
export function boxOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextBox {
  return { text: value, start: selectionStart, end: selectionEnd }
}

/** How an input event changed the text. An event that says nothing is taken for typing. */
export function kindOf(event: Event): InputKind {
  const inputType = event instanceof InputEvent ? event.inputType : ''
  switch (inputType) {
    case 'historyUndo':
    case 'historyRedo':
      return 'undone'
    case 'insertFromPaste':
    case 'insertFromPasteAsQuotation':
    case 'insertFromDrop':
    case 'insertFromYank':
    case 'insertReplacementText':
      return 'pasted'
    default:
      return 'typed'
  }
}

/**
 * Replaces a part of the text through the browser's editing commands: a value that is set takes the
 * history of undo with it. The commands are old, and have no successor that keeps it.
 */
export function replaceIn(
  text: HTMLTextAreaElement,
  start: number,
  end: number,
  replacement: string,
): void {
  if (start === end && replacement === '') return
  text.focus({ preventScroll: true })
  text.setSelectionRange(start, end)
  const command = replacement === '' ? 'delete' : 'insertText'
  if (document.execCommand(command, false, replacement)) return
  text.setRangeText(replacement, start, end, 'end')
  text.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
