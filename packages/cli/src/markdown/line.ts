/** What kind of Markdown line begins here, and what of it stands before its text. */
export type Line =
  | { readonly kind: 'blank' | 'rule' | 'table' | 'code' }
  | { readonly kind: 'fence'; readonly mark: string }
  | { readonly kind: 'heading'; readonly text: string }
  | {
      /** A line that flows: its text is wrapped, further lines stand below the text. */
      readonly kind: 'text' | 'item' | 'quote'
      readonly prefix: string
    }

/**
 * The kind of a line; undefined where more of it must be known. Only lines that flow are told
 * before they are whole.
 *
 * @param start the line, or what there is of it
 * @param isWhole whether that is all of it
 * @param inList whether it can belong to a list above, where four blanks are no code
 */
export function lineAt(start: string, isWhole: boolean, inList: boolean): Line | undefined {
  if (start.trim() === '') return isWhole ? { kind: 'blank' } : undefined
  if (!isWhole && /^\s*(?:`{3}|~{3}|#{1,6}(?:\s|$)|\||[-*_](?:\s*[-*_])+\s*$)/u.test(start)) {
    return undefined
  }
  return (isWhole ? wholeLine(start, inList) : undefined) ?? flowingLine(start, isWhole, inList)
}

function wholeLine(line: string, inList: boolean): Line | undefined {
  const mark = /^\s*(`{3,}(?=[^`]*$)|~{3,})/u.exec(line)?.[1]
  if (mark !== undefined) return { kind: 'fence', mark }
  const heading = /^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?\s*$/u.exec(line)?.[1]
  if (heading !== undefined) return { kind: 'heading', text: heading }
  if (/^\s*\|/u.test(line)) return { kind: 'table' }
  if (/^ {0,3}([-*_])(?:\s*\1){2,}\s*$/u.test(line)) return { kind: 'rule' }
  return isIndentedCode(line, inList) ? { kind: 'code' } : undefined
}

function flowingLine(start: string, isWhole: boolean, inList: boolean): Line | undefined {
  if (!isWhole && isIndentedCode(start, inList)) return undefined
  const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/u.exec(start)?.[0]
  if (item !== undefined) return { kind: 'item', prefix: item }
  const quote = /^\s*(?:>\s?)+/u.exec(start)?.[0]
  if (quote !== undefined) return { kind: 'quote', prefix: quote }
  const isDecided = isWhole || /^\s*(?:[^\s`~#|>*+\-_\d]|\S+\s+\S)/u.test(start)
  return isDecided ? { kind: 'text', prefix: /^\s*/u.exec(start)?.[0] ?? '' } : undefined
}

function isIndentedCode(line: string, inList: boolean): boolean {
  return !inList && /^(?: {4}|\t)/u.test(line)
}

/** Whether a line closes the fence that `mark` opened. */
export function closesFence(line: string, mark: string): boolean {
  const found = /^\s*(`{3,}|~{3,})\s*$/u.exec(line)?.[1]
  return found !== undefined && found[0] === mark[0] && found.length >= mark.length
}
