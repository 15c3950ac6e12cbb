/** A text with its middle left out where it was too long. */
export interface Cut {
  readonly text: string
  /** Characters (UTF-16 units) left out; 0 where the text is whole. */
  readonly omitted: number
}

/** Two thirds of the room go to the head: what a skill is about stands first, last rules stand last. */
const headShare = 2 / 3

/**
 * The same for a text in pieces, which is never put together beyond what can be shown of it: a few
 * kilobytes may stand for gigabytes.
 */
export function cutPieces(
  pieces: readonly string[],
  limit: number,
  note: (omitted: number) => string,
): Cut {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  // Neither end is longer than the limit, and one unit more tells whether it splits a character.
  const reach = Math.max(0, Math.ceil(limit)) + 1
  const unseen = length - 2 * reach
  if (unseen <= 0) return cutMiddle(pieces.join(''), limit, note)
  const ends = startOf(pieces, reach) + endOf(pieces, reach)
  const { text, omitted } = cutMiddle(ends, limit, (few) => note(few + unseen))
  return { text, omitted: omitted + unseen }
}

function startOf(pieces: readonly string[], length: number): string {
  const taken: string[] = []
  let left = length
  for (let at = 0; left > 0 && at < pieces.length; at += 1) {
    const part = (pieces[at] ?? '').slice(0, left)
    taken.push(part)
    left -= part.length
  }
  return taken.join('')
}

function endOf(pieces: readonly string[], length: number): string {
  const taken: string[] = []
  let left = length
  for (let at = pieces.length - 1; left > 0 && at >= 0; at -= 1) {
    const piece = pieces[at] ?? ''
    const part = piece.slice(Math.max(0, piece.length - left))
    taken.push(part)
    left -= part.length
  }
  return taken.reverse().join('')
}

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
