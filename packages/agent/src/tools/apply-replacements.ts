export interface Replacement {
  readonly oldText: string
  readonly newText: string
  readonly all: boolean
}

export type Applied =
  | { readonly ok: true; readonly text: string; readonly count: number }
  /** One sentence or two, starting in upper case. */
  | { readonly ok: false; readonly reason: string }

interface Place {
  readonly start: number
  readonly end: number
  readonly newText: string
  readonly edit: number
}

/**
 * Makes every replacement in `text`, or none. Each is matched against the text as given. Line ends
 * are compared as LF, and what is put in takes the line ends of the file, so that a CRLF file stays
 * one; whatever is not replaced keeps its own, also where a file mixes them.
 */
export function applyReplacements(text: string, edits: readonly Replacement[]): Applied {
  if (edits.length === 0)
    return { ok: false, reason: 'No edits were given: name oldText and newText.' }
  const view = lineFeedView(text)
  const places: Place[] = []
  for (const [index, edit] of edits.entries()) {
    const found = findPlaces(view, edit, index, edits.length)
    if ('reason' in found) return { ok: false, reason: found.reason }
    places.push(...found.places)
  }
  places.sort((a, b) => a.start - b.start)
  const overlap = firstOverlap(places)
  if (overlap !== undefined) return { ok: false, reason: overlap }
  const changed = rebuild(text, view, places)
  if (changed === text)
    return { ok: false, reason: 'The edits change nothing: old and new text are the same.' }
  return { ok: true, text: changed, count: places.length }
}

/** A text with LF line ends, and where each of its characters stands in the original. */
interface View {
  readonly text: string
  /** Undefined where the original has no CR, and both are the same. */
  readonly offsets: Uint32Array | undefined
  readonly lineEnd: '\n' | '\r\n'
}

function lineFeedView(text: string): View {
  if (!text.includes('\r\n')) return { text, offsets: undefined, lineEnd: '\n' }
  const offsets = new Uint32Array(text.length + 1)
  const kept: string[] = []
  let returns = 0
  let length = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\r' && text[at + 1] === '\n') {
      kept.push(text.slice(from, at))
      from = at + 1
      returns += 1
      continue
    }
    offsets[length] = at
    length += 1
  }
  kept.push(text.slice(from))
  offsets[length] = text.length
  const feeds = text.split('\n').length - 1
  return { text: kept.join(''), offsets, lineEnd: returns * 2 >= feeds ? '\r\n' : '\n' }
}

function asLineFeeds(text: string): string {
  return text.replace(/\r\n/gu, '\n')
}

function findPlaces(
  view: View,
  edit: Replacement,
  index: number,
  count: number,
): { readonly places: readonly Place[] } | { readonly reason: string } {
  const which = count === 1 ? 'oldText' : `oldText of edit ${index + 1}`
  const wanted = asLineFeeds(edit.oldText)
  if (wanted === '') return { reason: `The ${which} is empty; name the text to replace.` }
  const starts = occurrences(view.text, wanted)
  if (starts.length === 0)
    return { reason: `The ${which} does not occur.${almost(view.text, wanted)}` }
  if (starts.length > 1 && !edit.all) {
    const lines = starts.slice(0, 5).map((start) => lineOf(view.text, start))
    return {
      reason: `The ${which} occurs ${starts.length} times (lines ${lines.join(', ')}${starts.length > 5 ? ', …' : ''}). Add lines around it to make it unique, or set all.`,
    }
  }
  const newText = asLineFeeds(edit.newText)
  return {
    places: starts.map((start) => ({ start, end: start + wanted.length, newText, edit: index })),
  }
}

function occurrences(text: string, wanted: string): number[] {
  const starts: number[] = []
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    starts.push(at)
  }
  return starts
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** Where the same words stand with other blanks, which is the usual miss. */
function almost(text: string, wanted: string): string {
  const bare = (line: string): string => line.replace(/\s+/gu, '')
  const first = wanted
    .split('\n')
    .map(bare)
    .find((line) => line !== '')
  if (first === undefined) return ''
  const at = text.split('\n').findIndex((line) => bare(line) === first)
  if (at === -1) return ' Read the file again: it may have changed.'
  return ` Line ${at + 1} has the same words with other blanks; copy the text exactly.`
}

function firstOverlap(places: readonly Place[]): string | undefined {
  for (const [index, place] of places.entries()) {
    const next = places[index + 1]
    if (next !== undefined && next.start < place.end) {
      return `Edits ${place.edit + 1} and ${next.edit + 1} overlap; put them into one.`
    }
  }
  return undefined
}

function rebuild(text: string, view: View, places: readonly Place[]): string {
  const original = (at: number): number => view.offsets?.[at] ?? at
  const pieces: string[] = []
  let from = 0
  for (const place of places) {
    pieces.push(text.slice(from, startOf(text, original(place.start))))
    pieces.push(view.lineEnd === '\n' ? place.newText : place.newText.split('\n').join('\r\n'))
    from = startOf(text, original(place.end))
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}

/** An LF of the view that was a CRLF begins at its CR. */
function startOf(text: string, at: number): number {
  return text[at] === '\n' && text[at - 1] === '\r' ? at - 1 : at
}
