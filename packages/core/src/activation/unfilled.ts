import { atFirstUse } from '../at-first-use.ts'
import { editDistance } from '../edit-distance.ts'
import type { CodeRange } from './code-ranges.ts'
import { codeTester, type Placeholder } from './placeholders.ts'

/** What a text is looked through for, once its placeholders are known. */
export interface UnfilledOptions {
  readonly placeholders: readonly Placeholder[]
  readonly code: readonly CodeRange[]
  /** Names of the declared arguments. */
  readonly names: readonly string[]
}

/**
 * Finds what looks like a placeholder and is none here: those of other programs, `${name}` of an
 * argument that the skill does not declare, and `$name` where it is a slip of one that it does.
 * In code the last two are the shell's own, and a skill without arguments means none by them.
 *
 * @returns as typed, in the order of the text
 */
export function unfilledPlaceholders(text: string, options: UnfilledOptions): readonly string[] {
  const taken = new Set(
    options.placeholders.map((one) => (one.escaped ? one.start + 1 : one.start)),
  )
  const hits = [...foreign(text), ...undeclared(text, options)]
  return hits
    .filter(({ index }) => !taken.has(index))
    .sort((a, b) => a.index - b.index)
    .map(({ typed }) => typed)
}

interface Hit {
  readonly index: number
  readonly typed: string
}

const foreignForms =
  /\$\{(?:CLAUDE_[A-Z0-9_]+|ARGUMENTS)\}|\$CLAUDE_(?:PLUGIN_ROOT|PROJECT_DIR)(?![A-Za-z0-9_])|\{\{ ?args ?\}\}/g

function foreign(text: string): readonly Hit[] {
  return [...text.matchAll(foreignForms)].map(({ index, 0: typed }) => ({ index, typed }))
}

/** `${name}` and `$name`, unless a backslash says that they are text. */
const nameForms = atFirstUse(
  () =>
    /(?<![\\$])\$(?:\{(?<braced>[\p{L}_][\p{L}\p{M}\p{N}_-]*)\}|(?<bare>[\p{L}_][\p{L}\p{M}\p{N}_]*))/gu,
)

function undeclared(text: string, { names, code }: UnfilledOptions): readonly Hit[] {
  if (names.length === 0) return []
  const inCode = codeTester(code)
  const hits: Hit[] = []
  for (const { index, 0: typed, groups } of text.matchAll(nameForms())) {
    if (inCode(index)) continue
    const { braced, bare = '' } = groups ?? {}
    const isMeant =
      braced === undefined ? isSlip(bare, names) : !isEnvironment(braced) || isSlip(braced, names)
    if (isMeant) hits.push({ index, typed })
  }
  return hits
}

/** `${HOME}` and the like are the environment's, in prose too. */
function isEnvironment(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name)
}

function isSlip(typed: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const limit = name.length > 5 ? 2 : 1
    const [a, b] = [typed.toLowerCase(), name.toLowerCase()]
    return typed !== name && name.length > 2 && editDistance(a, b, limit) <= limit
  })
}
