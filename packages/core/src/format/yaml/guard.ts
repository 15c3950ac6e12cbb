import { type YamlProblem, yamlLimits } from './node.ts'

/**
 * One linear look at a block before the `yaml` package sees it. Nested explicit keys (`? ? ? …`) and
 * deep nesting keep that parser busy for minutes or end in a stack overflow, and thousands of stray
 * brackets or commas for a good part of a second. No skill needs them.
 * Brackets are counted wherever they stand: prose with 33 unclosed ones is not worth a real lexer,
 * and falls to the line rescue, which keeps its text.
 */
export function refuse(text: string, start: number, end: number): YamlProblem | undefined {
  let lines = 1
  let depth = 0
  let unmatched = 0
  let items = 0
  let openings = 0
  // Whether a `?`, `-` or `:` here would be an indicator: at a line's start, or behind another one.
  let atToken = true
  let afterBracket = false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    switch (code) {
      case 10: // line feed
        lines++
        openings = 0
        atToken = true
        if (lines > yamlLimits.lines) return tooMuch(`more than ${yamlLimits.lines} lines`, at)
        continue
      case 9: // tab
      case 32: // space
        continue
      case 91: // [
      case 123: // {
        depth++
        if (depth > yamlLimits.brackets) {
          return tooMuch(`more than ${yamlLimits.brackets} open brackets`, at)
        }
        afterBracket = true
        atToken = false
        continue
      case 93: // ]
      case 125: // }
        if (depth > 0) depth--
        else if (++unmatched > yamlLimits.brackets) {
          return tooMuch(`more than ${yamlLimits.brackets} brackets that close nothing`, at)
        }
        break
      case 44: // ,
        if (depth > 0) {
          if (++items > yamlLimits.nodes) return tooMuch(`more than ${yamlLimits.nodes} values`, at)
          afterBracket = true
          atToken = false
          continue
        }
        break
      case 45: // -
      case 58: // :
        if (atToken && blankAfter(text, at, end)) {
          openings++
          if (openings > yamlLimits.depth) {
            return tooMuch(`lists or maps more than ${yamlLimits.depth} deep`, at)
          }
          continue
        }
        break
      case 63: // ?
        if ((atToken || afterBracket) && blankAfter(text, at, end)) {
          return tooMuch('a key written with `? `', at)
        }
        break
      default:
        break
    }
    atToken = false
    afterBracket = false
  }
  return undefined
}

function blankAfter(text: string, at: number, end: number): boolean {
  if (at + 1 >= end) return true
  const code = text.charCodeAt(at + 1)
  return code === 32 || code === 10 || code === 9
}

function tooMuch(what: string, offset: number): YamlProblem {
  return { code: 'yaml/limits', message: `It holds ${what}, which no skill needs`, offset }
}
