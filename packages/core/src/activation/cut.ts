/** A text with its middle left out where it was too long. */
export interface Cut {
  readonly text: string
  /** Characters (UTF-16 units) left out; 0 where the text is whole. */
  readonly omitted: number
}

/** Two thirds of the room go to the head: what a skill is about stands first, last rules stand last. */
const headShare = 2 / 3

/**
 * Cuts a text to at most `limit` characters by leaving out its middle, at line breaks where there
 * are any near. `note` says how many characters are missing; it stands on a line of its own.
 */
export function cutMiddle(text: string, limit: number, note: (omitted: number) => string): Cut {
  if (text.length <= limit) return { text, omitted: 0 }
  const room = Math.max(0, limit - note(text.length).length - 2)
  const headRoom = Math.floor(room * headShare)
  const head = headEnd(text, headRoom)
  const tail = tailStart(text, text.length - (room - headRoom))
  const omitted = tail - head
  const parts = [text.slice(0, head).replace(/\n$/, ''), note(omitted), text.slice(tail)]
  return { text: parts.filter((part) => part !== '').join('\n'), omitted }
}

/** The last line break before `room`, or `room` itself where the line is longer than half of it. */
function headEnd(text: string, room: number): number {
  const lineBreak = text.lastIndexOf('\n', room - 1) + 1
  return lineBreak > room / 2 ? lineBreak : betweenCodePoints(text, room)
}

function tailStart(text: string, from: number): number {
  const lineBreak = text.indexOf('\n', from - 1) + 1
  const room = text.length - from
  const near = lineBreak > 0 && text.length - lineBreak > room / 2
  return near ? lineBreak : Math.min(text.length, afterCodePoint(text, from))
}

function betweenCodePoints(text: string, index: number): number {
  return splitsPair(text, index) ? index - 1 : index
}

function afterCodePoint(text: string, index: number): number {
  return splitsPair(text, index) ? index + 1 : index
}

function splitsPair(text: string, index: number): boolean {
  return (
    /[\uD800-\uDBFF]/.test(text.charAt(index - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(index))
  )
}
