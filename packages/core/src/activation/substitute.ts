import { codeRanges } from './code-ranges.ts'
import { findPlaceholders, type Placeholder, type PlaceholderTarget } from './placeholders.ts'
import type { ArgumentTokens } from './tokens.ts'
import { unfilledPlaceholders } from './unfilled.ts'

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
  /**
   * The filled text in pieces, in order. A value that is put in many times is one text in memory, so
   * they take no more room than the body, however long they would be in one.
   */
  readonly pieces: readonly string[]
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
  const { names } = values
  const code = codeRanges(text)
  const placeholders = findPlaceholders(text, { names, code, positional: values.declared })
  const first = placeholders.some(isZero) ? 0 : 1
  const pieces: string[] = []
  const unresolved: string[] = []
  let consumed = false
  let index = 0
  for (const placeholder of placeholders) {
    const typed = text.slice(placeholder.start, placeholder.end)
    const value = placeholder.escaped ? typed.slice(1) : valueFor(placeholder.target, values, first)
    consumed ||= !placeholder.escaped && takes(placeholder.target, value)
    if (value === undefined && isExpected(placeholder.target, values, first)) unresolved.push(typed)
    pieces.push(text.slice(index, placeholder.start), value ?? typed)
    index = placeholder.end
  }
  pieces.push(text.slice(index))
  unresolved.push(...unfilledPlaceholders(text, { placeholders, code, names }))
  return { pieces, consumed, unresolved: [...new Set(unresolved)] }
}

function isZero({ escaped, target }: Placeholder): boolean {
  return !escaped && target.kind === 'position' && target.number === 0
}

function isPlace(target: PlaceholderTarget): boolean {
  return target.kind === 'project-directory' || target.kind === 'plugin-root'
}

/**
 * Whether a placeholder without a value is worth a word. Called without arguments a skill leaves all
 * of them out, and that is no mistake; a number beyond the declared arguments never stands for one.
 */
function isExpected(target: PlaceholderTarget, values: Values, first: number): boolean {
  if (target.kind !== 'token' && target.kind !== 'position') return isPlace(target)
  const index = target.kind === 'token' ? target.index : target.number - first
  const { names, arguments: given } = values
  return given.tokens.length > 0 || (names.length > 0 && index >= names.length)
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
