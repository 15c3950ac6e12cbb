import type { Block } from './blocks.ts'
import { depthLimit } from './structure.ts'

/** Why a block is shown as plain text. */
export type Beyond = 'size' | 'depth'

/** In UTF-16 units. */
export const sizeLimit = 64 * 1024
/** Each costs the parser a look at all before it, so a few thousand are a second. */
const markLimit = 6_000
const strayLimit = 1_000
/** A row is filled up to the width of the head, so `|` alone makes a cell of every column. */
const cellLimit = 20_000

/**
 * Whether a block would take the parser or the page longer than anyone waits. Looks at each
 * character once. Brackets nest as quotes do; signs of emphasis count by themselves, since whether
 * they nest is known only after the work.
 */
export function beyond({ text, depth }: Block): Beyond | undefined {
  if (text.length > sizeLimit) return 'size'
  if (depth > depthLimit) return 'depth'
  for (const passage of text.split(/\n[ \t>]*(?:\r?\n|$)/)) {
    if (cellsIn(passage) > cellLimit) return 'size'
    if (isTangled(passage)) return 'depth'
  }
  return undefined
}

function isTangled(passage: string): boolean {
  let open = 0
  let stray = 0
  let marks = 0
  let last = ''
  for (let at = 0; at < passage.length; at++) {
    const sign = passage.charAt(at)
    if (sign === '\\') {
      at++
      last = ''
      continue
    }
    if (sign === '[') open++
    else if (sign === ']') {
      if (open > 0) open--
      else stray++
    } else if ((sign === '*' || sign === '_' || sign === '~') && sign !== last) marks++
    if (open > depthLimit || stray > strayLimit || marks > markLimit) return true
    last = sign
  }
  return false
}

function cellsIn(passage: string): number {
  const lines = passage.split('\n')
  const rule = lines.find((line) => /^[|:\- \t>]*$/.test(line) && /\|/.test(line) && /-/.test(line))
  return rule === undefined ? 0 : rule.split('|').length * lines.length
}
