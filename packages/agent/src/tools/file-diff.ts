import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** Lines beyond which comparing costs more than the diff is worth. */
const slowDiff = 4000

/** The unified diff of one file; `before` undefined where the file is new. */
export function fileDiff(path: string, before: string | undefined, after: string): string {
  const from = before === undefined ? '/dev/null' : `a/${path}`
  const options = {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
    maxEditLength: slowDiff,
  }
  const patch = createTwoFilesPatch(from, `b/${path}`, before ?? '', after, '', '', options)
  return patch ?? wholeReplaced(path, before ?? '', after)
}

/** Where the texts have too little in common to compare, every line is shown as changed. */
function wholeReplaced(path: string, before: string, after: string): string {
  const removed = before.split('\n').map((line) => `-${line}`)
  const added = after.split('\n').map((line) => `+${line}`)
  const header = [`--- a/${path}`, `+++ b/${path}`, `@@ -1,${removed.length} +1,${added.length} @@`]
  return `${[...header, ...removed, ...added].join('\n')}\n`
}
