import { atFirstUse } from '../at-first-use.ts'
import { hasCjkLetter } from '../cjk.ts'
import type { CodeRange } from './code-ranges.ts'

/** What a placeholder stands for. */
export type PlaceholderTarget =
  | { readonly kind: 'arguments' }
  /** `$ARGUMENTS[N]`, counted from 0. */
  | { readonly kind: 'token'; readonly index: number }
  /** `$N`, as typed: the body decides whether it counts from 0 or 1. */
  | { readonly kind: 'position'; readonly number: number }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'skill-directory' }
  | { readonly kind: 'project-directory' }
  | { readonly kind: 'plugin-root' }

/** A placeholder in a text; `escaped` where a backslash before it keeps it as typed. */
export interface Placeholder {
  readonly start: number
  readonly end: number
  readonly escaped: boolean
  readonly target: PlaceholderTarget
}

export interface PlaceholderOptions {
  /** Names of the declared arguments. */
  readonly names: readonly string[]
  /** Where the text is code, as `codeRanges` gives it. */
  readonly code: readonly CodeRange[]
  /** Whether `$N` counts although the text never says `$ARGUMENTS`. */
  readonly positional: boolean
}

/** A placeholder that begins at a known place. */
interface Match {
  readonly end: number
  readonly target: PlaceholderTarget
  readonly inCode: boolean
}

/**
 * Finds every placeholder in one scan from left to right. What was matched is never looked at again.
 * In code only the forms that cannot be shell, awk or a price count.
 */
export function findPlaceholders(text: string, options: PlaceholderOptions): Placeholder[] {
  const names = declaredNames(options.names)
  const inCode = codeTester(options.code)
  const found: Placeholder[] = []
  const candidate = /[$\\{]/g
  for (let hit = candidate.exec(text); hit; hit = candidate.exec(text)) {
    const start = hit.index
    const escaped = hit[0] === '\\'
    const match = placeholderAt(text, escaped ? start + 1 : start, names, escaped)
    if (!match || (!match.inCode && inCode(start))) continue
    found.push({ start, end: match.end, escaped, target: match.target })
    candidate.lastIndex = match.end
  }
  return options.positional || found.some(usesArguments) ? found : found.filter(isNotPosition)
}

function usesArguments({ escaped, target }: Placeholder): boolean {
  return !escaped && (target.kind === 'arguments' || target.kind === 'token')
}

function isNotPosition({ target }: Placeholder): boolean {
  return target.kind !== 'position'
}

function placeholderAt(
  text: string,
  index: number,
  names: DeclaredNames,
  escaped: boolean,
): Match | undefined {
  if (text.charAt(index) === '$') {
    return fixedAt(text, index) ?? names.at(text, index) ?? positionAt(text, index)
  }
  if (escaped || text.charAt(index - 1) === '$') return undefined
  if (!text.startsWith('{baseDir}', index)) return undefined
  return { end: index + '{baseDir}'.length, target: { kind: 'skill-directory' }, inCode: true }
}

const fixed =
  /\$(?:ARGUMENTS\[(?<token>\d+)\]|(?<all>ARGUMENTS)(?![A-Za-z0-9_])|\{(?<braced>(?:CLAUDE_)?SKILL_DIR|CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT)\}|(?<bare>(?:CLAUDE_)?SKILL_DIR)(?![A-Za-z0-9_]))/y

function fixedAt(text: string, index: number): Match | undefined {
  fixed.lastIndex = index
  const groups = fixed.exec(text)?.groups
  if (!groups) return undefined
  return { end: fixed.lastIndex, target: fixedTarget(groups), inCode: true }
}

function fixedTarget(groups: Readonly<Record<string, string | undefined>>): PlaceholderTarget {
  if (groups['token'] !== undefined) return { kind: 'token', index: Number(groups['token']) }
  if (groups['all'] !== undefined) return { kind: 'arguments' }
  if (groups['braced'] === 'CLAUDE_PROJECT_DIR') return { kind: 'project-directory' }
  if (groups['braced'] === 'CLAUDE_PLUGIN_ROOT') return { kind: 'plugin-root' }
  return { kind: 'skill-directory' }
}

const position = /\$(0|[1-9]\d*)/y
const word = atFirstUse(() => /[\p{L}\p{M}\p{N}_]/u)
/** `$0.10`, `$1,000`, `$2-5`, `$3/10`; a path such as `$1/README.md` is none. */
const amount = /[.,\-–—~/]\d/y
const rate = atFirstUse(
  () =>
    /\/(?:months?|mo|mth|years?|yr|y|weeks?|wk|days?|d|hours?|hr|h|minutes?|min|seconds?|sec|s|users?|seats?|person|people|head|member|team|unit|each|piece|item|order|page|image|word|line|night|mile|km|kg|lb|oz|calls?|requests?|req|quer(?:y|ies)|tokens?|million|[kKmM]|[kKMGT]B|[kKMGT]iB)(?![\p{L}\p{N}_])/uy,
)

function positionAt(text: string, index: number): Match | undefined {
  position.lastIndex = index
  const digits = position.exec(text)?.[1]
  if (digits === undefined) return undefined
  const end = index + 1 + digits.length
  if (continuesWord(text, end) || matchesAt(amount, text, end) || matchesAt(rate(), text, end)) {
    return undefined
  }
  if (/(?:US|CA|AU|NZ|HK|NT|SG|MX)$/.test(text.slice(Math.max(0, index - 2), index))) {
    return undefined
  }
  return { end, target: { kind: 'position', number: Number(digits) }, inCode: false }
}

/** Scripts written without blanks begin a new word after an ASCII name or number. */
function continuesWord(text: string, index: number): boolean {
  const next = String.fromCodePoint(text.codePointAt(index) ?? 32)
  return word().test(next) && !hasCjkLetter(next)
}

function matchesAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index
  return pattern.test(text)
}

interface DeclaredNames {
  at(text: string, index: number): Match | undefined
}

/** A tree of the names, letter by letter: a look-up costs no more than the name it finds. */
interface NameTree {
  readonly next: Map<string, NameTree>
  name?: string
}

function declaredNames(names: readonly string[]): DeclaredNames {
  const root: NameTree = { next: new Map() }
  for (const name of names) if (name !== '') plant(root, name)
  return {
    at(text, index) {
      const braced = text.charAt(index + 1) === '{'
      const start = index + (braced ? 2 : 1)
      let found: Match | undefined
      let node = root.next.get(text.charAt(start))
      for (let end = start + 1; node; end++) {
        const { name } = node
        if (
          name !== undefined &&
          (braced ? text.charAt(end) === '}' : !continuesName(text, name, end))
        ) {
          found = { end: braced ? end + 1 : end, target: { kind: 'named', name }, inCode: braced }
        }
        node = node.next.get(text.charAt(end))
      }
      return found
    },
  }
}

function plant(root: NameTree, name: string): void {
  let node = root
  for (const unit of name.split('')) {
    const next: NameTree = node.next.get(unit) ?? { next: new Map() }
    node.next.set(unit, next)
    node = next
  }
  node.name = name
}

function continuesName(text: string, name: string, end: number): boolean {
  const next = String.fromCodePoint(text.codePointAt(end) ?? 32)
  return word().test(next) && (!hasCjkLetter(next) || hasCjkLetter(name.slice(-2)))
}

/** Tells whether a place is code, for places that only grow. */
export function codeTester(ranges: readonly CodeRange[]): (index: number) => boolean {
  let current = 0
  return (index) => {
    while ((ranges[current]?.end ?? Number.POSITIVE_INFINITY) <= index) current++
    return (ranges[current]?.start ?? Number.POSITIVE_INFINITY) <= index
  }
}
