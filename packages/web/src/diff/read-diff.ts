/** One line of a unified diff. Every line of the diff's text is exactly one of these. */
export interface DiffLine {
  readonly kind: 'file' | 'hunk' | 'add' | 'del' | 'same' | 'note'
  /** Without the sign, where `kind` says it. */
  readonly text: string
  /** Line number before the change; absent where there is none. */
  readonly before?: number
  /** Line number after it. */
  readonly after?: number
}

const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/**
 * Reads a unified diff line by line, and loses none: what it cannot place is shown as it stands,
 * since a person agrees to what they see. The lengths of the hunks tell a removed line `-- x` from a
 * file's heading `--- x`.
 */
export function readDiff(diff: string): readonly DiffLine[] {
  const lines = diff.replace(/\n$/u, '').split('\n')
  let [before, after, beforeLeft, afterLeft] = [0, 0, 0, 0]
  return lines.map((line): DiffLine => {
    const start = hunk.exec(line)
    if (beforeLeft <= 0 && afterLeft <= 0 && start !== null) {
      before = Number(start[1])
      beforeLeft = Number(start[2] ?? 1)
      after = Number(start[3])
      afterLeft = Number(start[4] ?? 1)
      return { kind: 'hunk', text: line }
    }
    const text = line.slice(1)
    if (line.startsWith('\\')) return { kind: 'note', text: line }
    if (line.startsWith('+') && afterLeft > 0) {
      afterLeft -= 1
      return { kind: 'add', text, after: after++ }
    }
    if (line.startsWith('-') && beforeLeft > 0) {
      beforeLeft -= 1
      return { kind: 'del', text, before: before++ }
    }
    if ((line.startsWith(' ') || line === '') && beforeLeft > 0 && afterLeft > 0) {
      beforeLeft -= 1
      afterLeft -= 1
      return { kind: 'same', text, before: before++, after: after++ }
    }
    return { kind: 'file', text: line }
  })
}

/** How many lines a diff adds and removes. */
export function diffSize(diff: string): { readonly added: number; readonly removed: number } {
  const lines = readDiff(diff)
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { added: count('add'), removed: count('del') }
}
