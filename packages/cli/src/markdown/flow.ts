import type { Style } from '../screen/terminal.ts'
import { breakable, displayWidth } from '../screen/width.ts'
import type { Look, Span } from './spans.ts'

/** Lays words out in lines that fit, with colours. Gives what to write. */
export interface Flow {
  /** Begins a line; further ones that wrapping makes start with `hanging`. */
  begin(prefix: string, hanging: string): string
  /** Words that follow each other; a blank at the end stands before what comes next. */
  words(spans: readonly Span[]): string
  end(): string
  /** Whether words of the present line had to go to a further one. */
  hasWrapped(): boolean
  /** The next line of the source goes on in the present one. */
  goOn(): void
}

interface Placed {
  readonly text: string
  readonly looks: readonly Look[]
}

export function createFlow(style: Style, columns: () => number): Flow {
  let column = 0
  let hanging = ''
  let blanks = 0
  let wrapped = false

  const paint = ({ text, looks }: Placed) =>
    looks.reduce((all, look) => painted(style, look)(all), text)

  const place = (word: readonly Placed[]): string => {
    const width = word.reduce((sum, { text }) => sum + displayWidth(text), 0)
    const shown = word.map(paint).join('')
    if (column > displayWidth(hanging) && column + blanks + width > columns()) {
      wrapped = true
      column = displayWidth(hanging) + width
      blanks = 0
      return `\n${hanging}${shown}`
    }
    const before = ' '.repeat(blanks)
    column += blanks + width
    blanks = 0
    return before + shown
  }

  return {
    begin(prefix, further) {
      hanging = displayWidth(further) > columns() / 2 ? '' : further
      column = displayWidth(prefix)
      blanks = 0
      wrapped = false
      return prefix
    },
    words(spans) {
      let written = ''
      let word: Placed[] = []
      const endWord = () => {
        if (word.length > 0) written += place(word)
        word = []
      }
      for (const { text, looks } of spans) {
        const room = Math.max(8, columns() - displayWidth(hanging))
        for (const piece of breakable(text, room)) {
          if (piece.gap !== 'glued') endWord()
          if (piece.gap === 'blank') blanks += 1
          if (piece.text !== '') word.push({ text: piece.text, looks })
        }
      }
      endWord()
      return written
    },
    end() {
      column = 0
      blanks = 0
      return '\n'
    },
    hasWrapped: () => wrapped,
    goOn() {
      blanks = 1
      wrapped = false
    },
  }
}

function painted(style: Style, look: Look): (text: string) => string {
  switch (look) {
    case 'bold':
      return style.bold
    case 'italic':
      return style.italic
    case 'code':
      return style.cyan
    case 'address':
      return style.dim
  }
}
