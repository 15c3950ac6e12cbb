import { markHidden } from '@skillet/core/text'

/**
 * What comes from skills, models, tools and files may hold sequences that move the cursor, set the
 * window's title, write to the clipboard or turn the direction of text. This is the one place where
 * they are taken out, applied to all foreign text before any view.
 */

/** Text that arrives in pieces; a sequence may be cut between two of them. */
export interface Cleaner {
  /** Gives what can be shown already; holds back a sequence that is still open. */
  push(chunk: string): string
  /** Gives what was held back. Call it once, at the end. */
  end(): string
}

/**
 * Removes control characters (C0 but tab and newline, DEL, C1) and escape sequences, and makes
 * characters that turn or hide text visible as `⟨U+202E⟩`.
 *
 * @example
 * cleanText('a\u001b[31mb\u202e') // 'ab⟨U+202E⟩'
 */
export function cleanText(text: string): string {
  if (harmless.test(text)) return text
  const { sequence, control } = patterns()
  return markHidden(text.replace(sequence, '').replace(control, ''))
}

/** `cleanText`, on one line: every run of blanks and line breaks becomes one blank. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ').trim()
}

/** The same as `cleanText` over all pieces joined, whatever the cuts. */
export function createCleaner(): Cleaner {
  let held = ''
  return {
    push(chunk) {
      const text = held + chunk
      const cut = patterns().openSequence.exec(text)?.index ?? text.length
      held = text.slice(cut)
      return cleanText(text.slice(0, cut))
    },
    end() {
      const rest = cleanText(held)
      held = ''
      return rest
    },
  }
}

/** What most text is made of. */
const harmless = /^[\t\n -~]*$/

let compiled: ReturnType<typeof compilePatterns> | undefined

/** At first need: most commands show plain text alone, and compiling these takes as long as a file. */
function patterns() {
  compiled ??= compilePatterns()
  return compiled
}

// ECMA-48. A string sequence (title, clipboard, hyperlink) ends at BEL or ST; one that never ends,
// holds a line break or is longer than 4,096 characters loses its introducer only: text an author
// wrote is never lost. The excluded characters keep the search linear.
const parameters = '[\\x30-\\x3f]*[\\x20-\\x2f]*'
const csi = `(?:\\x1b\\[|\\x9b)${parameters}`
const string = '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\n\\x07\\x1b\\x80-\\x9f]{0,4096}'
const short = '\\x1b[\\x20-\\x2f]*'

function compilePatterns() {
  return {
    sequence: new RegExp(
      `${csi}[\\x40-\\x7e]|${string}(?:\\x07|\\x1b\\\\|\\x9c)|${short}[\\x30-\\x7e]`,
      'g',
    ),
    /** A sequence, or a pair of surrogates, that the end of the text cuts. */
    openSequence: new RegExp(`(?:${csi}|${string}\\x1b?|${short}|[\\ud800-\\udbff])$`),
    /** Unicode's control characters are C0, DEL and C1. */
    control: /[^\P{Cc}\t\n]/gu,
  }
}
