/** A block that is nothing but code between fences. */
export interface WholeFence {
  readonly code: string
  readonly language: string
}

/**
 * Reads a block that begins with a fence without the parser: while a long code grows, it would parse
 * all of it for each new line. Only the plain form, which is what models write; anything else is the
 * parser's. The block ends with its fence, or has none yet, since blocks are cut there.
 */
export function readWholeFence(block: string): WholeFence | undefined {
  const opening = /^(`{3,}|~{3,})([\w#+.-]*)[ \t]*\r?\n/.exec(block)
  const [whole = '', fence = '', language = ''] = opening ?? []
  if (opening === null || block.includes('\0')) return undefined
  const lines = block.slice(whole.length).split(/\r\n|\n|\r/)
  const last = lines.findLastIndex((line) => !/^[ \t]*$/.test(line))
  if (isClosing(lines[last] ?? '', fence)) lines.length = last
  else if (lines.at(-1) === '') lines.pop()
  return { code: lines.join('\n'), language }
}

function isClosing(line: string, fence: string): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1]
  return run !== undefined && run.length >= fence.length && run[0] === fence[0]
}
