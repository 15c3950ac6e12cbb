import { lettersIn } from '../../screen/width.ts'

/** Text that is being written, and where the caret stands in it. Every edit gives a new one. */
export interface TextField {
  readonly text: string
  /** In UTF-16 units, never within a letter. */
  readonly caret: number
}

export const emptyField: TextField = { text: '', caret: 0 }

/** A text with the caret behind it. */
export function fieldOf(text: string): TextField {
  return { text, caret: text.length }
}

export function insert({ text, caret }: TextField, added: string): TextField {
  return { text: text.slice(0, caret) + added + text.slice(caret), caret: caret + added.length }
}

export type Movement =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'start'
  | 'end'

/** Where the caret goes. A letter is what a reader takes for one: an emoji of five code points is. */
export function placeOf({ text, caret }: TextField, movement: Movement): number {
  switch (movement) {
    case 'left':
      return caret - lastLetter(text.slice(lineStart(text, caret), caret), caret).length
    case 'right':
      return caret + firstLetter(text.slice(caret, lineEnd(text, caret)), text[caret]).length
    case 'word-left':
      return wordBefore(text, caret)
    case 'word-right':
      return (
        caret +
        (/^\s*(?:[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_\s]+)?/u.exec(text.slice(caret))?.[0] ?? '')
          .length
      )
    case 'line-start':
      return lineStart(text, caret)
    case 'line-end':
      return lineEnd(text, caret)
    case 'start':
      return 0
    case 'end':
      return text.length
  }
}

/** Where the word, or the run of signs, behind the caret begins, with the blanks after it. */
function wordBefore(text: string, caret: number): number {
  const blanksFrom = runBefore(text, caret, (letter) => blank.test(letter))
  const last = letterBefore(text, blanksFrom)
  const isWord = word.test(last)
  return runBefore(text, blanksFrom, (one) => word.test(one) === isWord && !blank.test(one))
}

/** Letter by letter, since a pattern that looks for the end tries again at each place before it. */
function runBefore(text: string, from: number, belongs: (letter: string) => boolean): number {
  let at = from
  for (let letter = letterBefore(text, at); letter !== ''; letter = letterBefore(text, at)) {
    if (!belongs(letter)) break
    at -= letter.length
  }
  return at
}

function letterBefore(text: string, at: number): string {
  if (at === 0) return ''
  const pair = text.slice(Math.max(0, at - 2), at)
  return pair.length === 2 && (pair.codePointAt(0) ?? 0) > 0xffff ? pair : text.slice(at - 1, at)
}

const blank = /\s/u
const word = /[\p{L}\p{M}\p{N}_]/u

export function move(field: TextField, movement: Movement): TextField {
  return { text: field.text, caret: placeOf(field, movement) }
}

/** Removes from the caret to where a movement would take it. At the end of a line: the line break. */
export function remove(field: TextField, movement: Movement): TextField {
  const { text, caret } = field
  const place = placeOf(field, movement)
  const isAtBreak = place === caret && movement === 'line-end' && text[caret] === '\n'
  const to = isAtBreak ? caret + 1 : place
  const [from, end] = to < caret ? [to, caret] : [caret, to]
  return { text: text.slice(0, from) + text.slice(end), caret: from }
}

function lineStart(text: string, caret: number): number {
  return text.lastIndexOf('\n', caret - 1) + 1
}

function lineEnd(text: string, caret: number): number {
  const end = text.indexOf('\n', caret)
  return end < 0 ? text.length : end
}

/** Of a line up to the caret; the line break before it where the line is empty. */
function lastLetter(before: string, caret: number): string {
  if (before === '') return caret === 0 ? '' : '\n'
  return lettersOf(before).at(-1) ?? ''
}

function firstLetter(after: string, next: string | undefined): string {
  if (after === '') return next === '\n' ? '\n' : ''
  const [letter = ''] = lettersOf(after)
  return letter
}

/** What a reader takes for letters, in order. */
export function lettersOf(text: string): readonly string[] {
  return ascii.test(text) ? text.split('') : [...lettersIn(text)]
}

const ascii = /^[\x20-\x7e]*$/
