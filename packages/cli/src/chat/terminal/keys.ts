import { decodeKittyPrintable, parseKey } from '@mariozechner/pi-tui'
import { pasteEnd, pasteStart } from './paste-watch.ts'
import type { KeyInput } from './types.ts'

/** Turns what a terminal sends, a key at a time, into keys. */
export function createKeyReader(): (data: string) => KeyInput | undefined {
  // pi-tui hands over UTF-16 units one by one, so a letter beyond the first plane comes in halves.
  let half = ''
  return (data) => {
    const whole = half + data
    half = ''
    if (/^[\uD800-\uDBFF]$/u.test(whole)) {
      half = whole
      return undefined
    }
    return readKey(whole)
  }
}

function readKey(data: string): KeyInput | undefined {
  if (data.startsWith(pasteStart)) {
    const end = data.endsWith(pasteEnd) ? -pasteEnd.length : undefined
    return { kind: 'paste', text: data.slice(pasteStart.length, end) }
  }
  // Ctrl-J, and what several terminals send for Shift-Enter.
  if (data === '\n') return { kind: 'key', name: 'newline' }
  const printable = decodeKittyPrintable(data)
  if (printable !== undefined) return { kind: 'text', text: printable }
  const first = data.codePointAt(0) ?? 0
  if (first >= 0x20 && first !== 0x7f && !(first >= 0x80 && first <= 0x9f)) {
    return { kind: 'text', text: data }
  }
  const name = parseKey(data)
  return name === undefined ? undefined : named(name)
}

function named(name: string): KeyInput | undefined {
  if (newLines.has(name)) return { kind: 'key', name: 'newline' }
  const shifted = /^shift\+([a-z])$/u.exec(name)?.[1]
  if (shifted !== undefined) return { kind: 'text', text: shifted.toUpperCase() }
  return { kind: 'key', name }
}

const newLines = new Set(['shift+enter', 'alt+enter', 'ctrl+enter', 'ctrl+j'])
