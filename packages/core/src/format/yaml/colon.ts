import type { Block } from './blocks.ts'
import { mayStartPlain } from './fast-scalars.ts'
import type { YamlProblem } from './node.ts'
import { plainSentence } from './sentences.ts'

/** Longer texts can be wrong in another way first. */
const longest = 1000

/**
 * The commonest mistake of all, `description: Use when: a test fails` on one line, without the `yaml`
 * package, which takes a hundred times as long to refuse it. Undefined wherever that could say
 * something else.
 */
export function refuseColon(text: string, { start, end, indent }: Block): YamlProblem | undefined {
  if (indent !== 0 || end - start > longest || text.charCodeAt(end - 1) !== 10) return undefined
  const found = oneColonTooMany.exec(text.slice(start, end - 1))
  const [, before = '', value = ''] = found ?? []
  if (found === null || !value.split(/:(?: +|$)/).every(isPlainPiece)) return undefined
  const message = plainSentence('BLOCK_AS_IMPLICIT_KEY', '')
  return { code: 'yaml/syntax', message, offset: start + before.length }
}

/** `key: ` and a text on one line that holds a second colon and a blank, or ends in a colon. */
const oneColonTooMany = /^([A-Za-z_][\w.-]{0,63}: +)([^\n\t]*[^\n\t :]:(?: [^\n\t]*)?)$/

/** Between two colons stands nothing that a quote, a bracket, a comment or a list could begin in. */
function isPlainPiece(piece: string): boolean {
  return piece === '' || (mayStartPlain(piece.charCodeAt(0)) && !piece.includes(' #'))
}
