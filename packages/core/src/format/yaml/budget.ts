import { Lexer } from 'yaml'
import type { Block } from './blocks.ts'
import { type YamlProblem, yamlLimits } from './node.ts'

/** What each block costs beside its tokens: a parser of its own, and mostly one exception. */
const blockCost = 24

/** Below this nothing is looked at any more, so that thousands of blocks cost nothing each. */
const smallest = 64

/**
 * How much the `yaml` package may still do for one file. It takes some microseconds a token, and
 * thousands of small bad blocks would cost as much as one large one, so what is counted is the
 * tokens of all blocks together. Of 15,723 real files none gives it more than 142.
 */
export class YamlBudget {
  #left: number = yamlLimits.tokens

  /** Undefined where the block may be parsed, and is paid for; otherwise why it may not. */
  spend(text: string, { start, end }: Block): YamlProblem | undefined {
    if (this.#left < smallest) return tooMuch(start)
    const cost = costOf(text.slice(start, end), this.#left)
    if (cost > this.#left) return tooMuch(start)
    this.#left -= cost
    return undefined
  }
}

/** One that escapes nothing, as `\\x` without two digits does, costs an exception. */
const escapeCost = 8

/** Counts no further than what may be spent. */
function costOf(source: string, most: number): number {
  let cost = blockCost
  for (let at = source.indexOf('\\'); at !== -1; at = source.indexOf('\\', at + 2)) {
    cost += '"\\/nt\n'.includes(source.charAt(at + 1)) ? 1 : escapeCost
  }
  if (cost > most) return cost
  for (const _ of new Lexer().lex(source)) {
    cost++
    if (cost > most) break
  }
  return cost
}

function tooMuch(offset: number): YamlProblem {
  return {
    code: 'yaml/limits',
    message: 'The fields above it and this one hold more punctuation than is read',
    offset,
  }
}
