export const pasteStart = '\u001b[200~'
export const pasteEnd = '\u001b[201~'

/** A paste of which nothing came for so long has lost its end on the way. */
const silenceMs = 1_000

/** Ctrl-C alone, as terminals and Kitty's protocol send it. */
const interrupt = /^(?:\u0003|\u001b\[99;5(?::1)?u)$/u

export interface PasteWatch {
  /** Takes what the terminal sent, and passes all of it on. */
  readonly take: (text: string) => void
  readonly stop: () => void
}

/** One letter, or one sequence of a key: what comes in longer pieces was not typed. */
const oneKey = /^(?:\u001b?.|\u001b[[O][\d;:?]*[A-Za-z~])$/su

/**
 * Between the marks of a paste every key is text. Where the second mark is lost, as over a line that
 * breaks, the keyboard would be dead from then on: silence or Ctrl-C ends such a paste, and what came
 * of it counts. What comes of it later is a paste too, up to the mark or the next key, so that none of
 * its line breaks sends anything.
 *
 * @param pass hears the marks and what is between them
 */
export function watchPastes(pass: (text: string) => void): PasteWatch {
  let state: 'typing' | 'pasting' | 'late' = 'typing'
  let tail = ''
  let timer: NodeJS.Timeout | undefined
  const close = (next: 'typing' | 'late') => {
    state = next
    tail = ''
    pass(pasteEnd)
  }
  return {
    take(text) {
      clearTimeout(timer)
      if (state === 'pasting' && interrupt.test(text)) close('typing')
      if (state === 'late') {
        if (oneKey.test(text) || text.startsWith(pasteStart)) state = 'typing'
        else {
          state = 'pasting'
          pass(pasteStart)
        }
      }
      // A mark may come in two pieces.
      const seen = tail + text
      const begun = seen.lastIndexOf(pasteStart)
      const ended = seen.lastIndexOf(pasteEnd)
      if (begun !== ended) state = begun > ended ? 'pasting' : 'typing'
      tail = seen.slice(1 - pasteStart.length)
      pass(text)
      if (state === 'pasting') timer = setTimeout(() => close('late'), silenceMs)
    },
    stop: () => clearTimeout(timer),
  }
}
