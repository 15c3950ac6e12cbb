import { matchesWildcard, patternPieces } from './rule.ts'
import { quoted, type ShellCommand } from './shell-line.ts'

/** Stands between two words of a command: a character that Unicode keeps for such use. */
const gap = '\uFDD1'

/** One character or wildcard of a pattern. */
type Token = { readonly text: string } | 'words' | 'part'

/** Longer comparisons are those of no honest rule and line. */
const mostSteps = 20_000_000

/**
 * Whether a pattern with a wildcard allows a command. A `*` that is a word by itself stands for any
 * words, one inside a word for a part of that word, without a way up (`/../`). At the end ` *` and
 * `:*` mean none as well.
 */
export function allowsCommand(pattern: string, command: ShellCommand): boolean {
  const texts: (readonly string[])[] = [command.words.map(quoted)]
  // A way up can be written so that it does not look like one.
  if (!command.words.some(climbs)) texts.push(command.writtenWords)
  return readings(pattern).some((each) => texts.some((words) => allowsWords(each, words)))
}

/** Whether a limit speaks of a text: its `*` is any text at all. */
export function meansText(pattern: string, text: string): boolean {
  return readings(pattern).some((each) => matchesWildcard(each, text))
}

/** `git:*` and `git *` mean `git` alone or followed by a blank and anything. */
export function readings(pattern: string): readonly string[] {
  const prefix = /^(.*[^\\])(?::| )\*$/su.exec(pattern)?.[1]
  return prefix === undefined ? [pattern] : [prefix, `${prefix} *`]
}

/** How many characters of a command, as `quoted` writes it, a pattern says before its first wildcard. */
export function spelledOut(pattern: string, command: Pick<ShellCommand, 'words'>): number {
  const prefix = /^(.*[^\\]):\*$/su.exec(pattern)?.[1]
  const [first] = patternPieces(prefix === undefined ? pattern : `${prefix} *`)
  if (first?.kind !== 'text') return 0
  return `${command.words.map(quoted).join(' ')} `.startsWith(first.text) ? first.text.length : 0
}

function climbs(word: string): boolean {
  return climbsIn(word).length > 0
}

/** Where `..` is a part of a path in a text, by position, in whatever spelling programs take. */
function climbsIn(text: string): readonly { readonly from: number; readonly to: number }[] {
  const found = text.matchAll(/(?<=^|[/\\=:,@'"\uFDD1])(?:\.|%2e){2}(?=$|[/\\:,@'"\uFDD1])/giu)
  return [...found].map(({ index, 0: match }) => ({ from: index, to: index + match.length }))
}

function allowsWords(pattern: string, words: readonly string[]): boolean {
  const whole = words.join(gap)
  const all = tokensOf(pattern)
  const start = sameStart(all, whole)
  if (start === undefined) return false
  const [tokens, text] = [all.slice(start), whole.slice(start)]
  if (tokens.length * text.length > mostSteps) return false
  const closed = new Set<number>()
  for (const { from, to } of climbsIn(whole)) {
    for (let at = from; at < to; at += 1) closed.add(at - start)
  }
  let row: readonly boolean[] = Array.from({ length: text.length + 1 }, (_, at) => at === 0)
  for (const token of tokens) {
    row = step(row, token, text, closed)
    if (!row.includes(true)) return false
  }
  return row[text.length] ?? false
}

/** How much of both is the same before the first wildcard; undefined where they differ there. */
function sameStart(tokens: readonly Token[], text: string): number | undefined {
  for (const [at, token] of tokens.entries()) {
    if (typeof token === 'string') return at
    if (!isSame(token.text, text[at])) return undefined
  }
  return tokens.length
}

/** A blank of the pattern stands between two words, or in one. */
function isSame(wanted: string, character: string | undefined): boolean {
  return character === wanted || (character === gap && wanted === ' ')
}

/** From the places that the pattern may have reached to those after one more token. */
function step(
  row: readonly boolean[],
  token: Token,
  text: string,
  closed: ReadonlySet<number>,
): readonly boolean[] {
  const next: boolean[] = [typeof token === 'string' && (row[0] ?? false)]
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (token === 'words') next.push((row[at + 1] ?? false) || (next[at] ?? false))
    else if (token === 'part') {
      const within = character !== gap && !closed.has(at) && (next[at] ?? false)
      next.push((row[at + 1] ?? false) || within)
    } else {
      next.push(isSame(token.text, character) && (row[at] ?? false))
    }
  }
  return next
}

function tokensOf(pattern: string): readonly Token[] {
  const pieces = patternPieces(pattern)
  return pieces.flatMap((piece, at): readonly Token[] => {
    if (piece.kind === 'text') return piece.text.split('').map((text) => ({ text }))
    const before = pieces[at - 1]
    const after = pieces[at + 1]
    const alone =
      (before?.kind !== 'text' || before.text.endsWith(' ')) &&
      (after?.kind !== 'text' || after.text.startsWith(' '))
    return [alone ? 'words' : 'part']
  })
}
