import { codeRanges } from './code-ranges.ts'
import { findPlaceholders, type Placeholder, type PlaceholderTarget } from './placeholders.ts'
import type { ArgumentTokens } from './tokens.ts'

/** What placeholders of a text become. */
export interface Values {
  readonly arguments: ArgumentTokens
  /** Names of the declared arguments, in order. */
  readonly names: readonly string[]
  /** Whether the skill declares `arguments` or `argument-hint`. */
  readonly declared: boolean
  readonly skillDirectory: string
  readonly projectDirectory?: string | undefined
  readonly pluginRoot?: string | undefined
}

export interface Substituted {
  readonly text: string
  /** Whether some placeholder took a part of the arguments. */
  readonly consumed: boolean
  /** Placeholders that stand for something nobody knows here, as typed. */
  readonly unresolved: readonly string[]
}

/**
 * Fills every placeholder in one pass. Inserted text is never looked at again, and a placeholder
 * without a value stays as typed.
 */
export function substitute(text: string, values: Values): Substituted {
  const placeholders = findPlaceholders(text, {
    names: values.names,
    code: codeRanges(text),
    positional: values.declared,
  })
  const first = placeholders.some(isZero) ? 0 : 1
  const pieces: string[] = []
  const unresolved: string[] = []
  let consumed = false
  let index = 0
  for (const placeholder of placeholders) {
    const typed = text.slice(placeholder.start, placeholder.end)
    const value = placeholder.escaped ? typed.slice(1) : valueFor(placeholder.target, values, first)
    consumed ||= !placeholder.escaped && takes(placeholder.target, value)
    if (value === undefined && isPlace(placeholder.target)) unresolved.push(typed)
    pieces.push(text.slice(index, placeholder.start), value ?? typed)
    index = placeholder.end
  }
  pieces.push(text.slice(index))
  unresolved.push(...foreignPlaceholders(text, placeholders))
  return { text: pieces.join(''), consumed, unresolved: [...new Set(unresolved)] }
}

function isZero({ escaped, target }: Placeholder): boolean {
  return !escaped && target.kind === 'position' && target.number === 0
}

function isPlace(target: PlaceholderTarget): boolean {
  return target.kind === 'project-directory' || target.kind === 'plugin-root'
}

function valueFor(target: PlaceholderTarget, values: Values, first: number): string | undefined {
  switch (target.kind) {
    case 'arguments':
      return values.arguments.text
    case 'token':
      return values.arguments.tokens[target.index]
    case 'position':
      return values.arguments.tokens[target.number - first]
    case 'named':
      return named(target.name, values) ?? ''
    case 'skill-directory':
      return values.skillDirectory
    case 'project-directory':
      return values.projectDirectory
    case 'plugin-root':
      return values.pluginRoot
  }
}

function named(name: string, { names, arguments: given }: Values): string | undefined {
  const index = names.indexOf(name)
  return index === names.length - 1 ? given.rest(index) : given.tokens[index]
}

function takes(target: PlaceholderTarget, value: string | undefined): boolean {
  if (target.kind === 'skill-directory' || isPlace(target)) return false
  return value !== undefined && value !== ''
}

const foreign =
  /\$\{(?:CLAUDE_[A-Z0-9_]+|ARGUMENTS)\}|\$CLAUDE_(?:PLUGIN_ROOT|PROJECT_DIR)(?![A-Za-z0-9_])|\{\{ ?args ?\}\}/g

/** Placeholders of other programs, which stay as typed. */
function foreignPlaceholders(text: string, known: readonly Placeholder[]): string[] {
  const taken = new Set(known.map((one) => (one.escaped ? one.start + 1 : one.start)))
  return [...text.matchAll(foreign)]
    .filter((match) => !taken.has(match.index))
    .map((match) => match[0])
}
