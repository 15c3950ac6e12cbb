import { estimateTokens } from '../catalogue/index.ts'
import type { Diagnostic, DiagnosticCode } from '../diagnostic.ts'
import type { Skill } from '../skill.ts'
import { codeRanges } from './code-ranges.ts'
import { type Cut, cutPieces } from './cut.ts'
import { escapeShown } from './frame.ts'
import { type Substituted, substitute, type Values } from './substitute.ts'
import { splitArguments } from './tokens.ts'
import type { Activation, ActivationOptions, Instructions, SkillArguments } from './types.ts'
import { wordingOf } from './wording.ts'
import { type WrapOptions, wrapHook, wrapInstructions } from './wrap.ts'

/** Instructions longer than this many characters are cut in the middle. */
export const defaultInstructionsLimit = 60_000

/** However large a limit is asked for: far above any model's context, far below what a text may hold. */
const greatestLimit = 2 ** 24

/**
 * Expands a skill for a conversation: fills its placeholders, cuts it to the limit and wraps it.
 * Pure: the same arguments give the same text, byte for byte.
 *
 * @param skill as a snapshot holds it
 * @param instructions what `readInstructions` read of its file and folder
 * @param options arguments, route, boundary, language and limit
 * @returns the wrapped `instructions` for the model, and all else for the interface
 * @throws RangeError where the boundary is not 32 hex digits, or occurs in what it should enclose.
 * @example
 * const activation = activate(skill, await readInstructions(skill), {
 *   arguments: 'src/a.ts',
 *   route: 'user',
 *   boundary: randomBytes(16).toString('hex'),
 * })
 */
export function activate(
  skill: Skill,
  instructions: Instructions,
  options: ActivationOptions,
): Activation {
  const language = options.language ?? 'en'
  const { boundary, route } = options
  const values = valuesOf(skill, instructions, options)
  const body = expandBody(skill, instructions.body, values)
  const limit = Math.min(options.limit ?? defaultInstructionsLimit, greatestLimit)
  const cutToLimit = (pieces: readonly string[]): Cut =>
    cutPieces(pieces, limit, (omitted) =>
      wordingOf(language).omitted(omitted, escapeShown(skill.location, language)),
    )
  const cut = cutToLimit(body.pieces)
  const wrap: WrapOptions = { skill, route, boundary, language, files: instructions }
  const enclosed = [cut.text, ...instructions.resources, skill.name, skill.directory]
  checkBoundary(boundary, [...enclosed, skill.compatibility ?? '', values.arguments.text])
  const text = wrapInstructions(cut.text, wrap)
  const { text: argumentText, tokens } = values.arguments
  return {
    skill,
    route,
    instructions: text,
    body: cut.text,
    boundary,
    arguments: { text: argumentText, tokens },
    unusedArguments: argumentText !== '' && !body.consumed,
    hooks: followUps(skill, values, wrap, cutToLimit),
    resources: instructions.resources,
    truncated: cut.omitted,
    hash: instructions.hash,
    diagnostics: [
      ...instructions.diagnostics,
      ...remarks(skill, body.unresolved, cut.omitted, instructions.body),
    ],
    tokens: estimateTokens(text),
  }
}

/**
 * The text of the model's tool result: the wrapped instructions, then the arguments under a label,
 * below the end marker. Throws nothing.
 *
 * @param activation what `activate` or `library.activate` gave
 * @param language of the label. Default `en`
 * @returns the result for the model's tool `activate_skill`
 * @example
 * const activation = await library.activate('review', { route: 'model', arguments: 'src/a.ts' })
 * const result = activationResult(activation)
 */
export function activationResult(
  activation: { readonly instructions: string; readonly arguments: SkillArguments },
  language: ActivationOptions['language'] = 'en',
): string {
  const { instructions, arguments: given } = activation
  if (given.text === '') return instructions
  return `${instructions}\n${wordingOf(language).argumentsLine(given.text)}`
}

function valuesOf(skill: Skill, instructions: Instructions, options: ActivationOptions): Values {
  return {
    arguments: splitArguments(options.arguments ?? ''),
    names: skill.arguments.map((argument) => argument.name),
    declared: skill.arguments.length > 0 || skill.argumentHint !== undefined,
    skillDirectory: skill.directory,
    projectDirectory: options.projectDirectory,
    pluginRoot: instructions.pluginRoot,
  }
}

/** What stands inside the frame: `preExecute`, then the body. */
function expandBody(skill: Skill, body: string, values: Values): Substituted {
  const texts = [skill.hooks.preExecute ?? '', body].filter((text) => text !== '')
  const parts = texts.map((text) => substitute(text, values))
  return {
    pieces: parts.flatMap(({ pieces }, index) => (index === 0 ? pieces : ['\n\n', ...pieces])),
    consumed: parts.some((part) => part.consumed),
    unresolved: [...new Set(parts.flatMap((part) => part.unresolved))],
  }
}

function followUps(
  skill: Skill,
  values: Values,
  wrap: WrapOptions,
  cutToLimit: (pieces: readonly string[]) => Cut,
): Activation['hooks'] {
  const { postExecute, onError } = skill.hooks
  const expand = (text: string, hook: 'postExecute' | 'onError') => {
    const expanded = cutToLimit(substitute(text, values).pieces).text
    checkBoundary(wrap.boundary, [expanded])
    return wrapHook(expanded, hook, wrap)
  }
  return {
    ...(postExecute ? { postExecute: expand(postExecute, 'postExecute') } : {}),
    ...(onError ? { onError: expand(onError, 'onError') } : {}),
  }
}

/** With 128 random bits this never happens; whoever chooses a boundary by hand learns it here. */
function checkBoundary(boundary: string, enclosed: readonly string[]): void {
  if (!/^[0-9a-f]{32}$/.test(boundary)) {
    throw new RangeError('The boundary of an activation must be 32 hex digits (128 random bits).')
  }
  if (enclosed.some((text) => text.toLowerCase().includes(boundary))) {
    throw new RangeError('The boundary of an activation occurs in its own text; draw another one.')
  }
}

function remarks(
  skill: Skill,
  unresolved: readonly string[],
  omitted: number,
  body: string,
): Diagnostic[] {
  const found: Diagnostic[] = []
  const info = (code: DiagnosticCode, message: string, hint: string) =>
    found.push({ code, severity: 'info', message, file: skill.location, hint })
  for (const placeholder of unresolved) {
    info(
      'instructions/placeholder',
      `The placeholder ${placeholder} stands for nothing here and was passed on as typed.`,
      placeholderHint(placeholder, skill),
    )
  }
  if (holdsShellInsert(body)) {
    info(
      'instructions/shell',
      'The text holds !`command`, which some programs run on load; Skillet passed it on as text.',
      'Ask for the command in words, so that it runs as an ordinary, approved tool call.',
    )
  }
  if (omitted > 0) {
    found.push({
      code: 'instructions/truncated',
      severity: 'warning',
      message: `The instructions are too long: ${omitted} characters were left out of the middle.`,
      file: skill.location,
      hint: 'Move details into files of their own below the skill and name them in the text.',
    })
  }
  return found
}

function placeholderHint(placeholder: string, skill: Skill): string {
  const names = skill.arguments.map(({ name }) => `\${${name}}`)
  if (names.length === 0 || /CLAUDE_|args/.test(placeholder)) {
    return 'Use a placeholder that Skillet fills, such as {baseDir}, or write the text itself.'
  }
  return `The skill declares ${names.join(', ')}: write one of these, or a backslash before what is meant as text.`
}

/** An exclamation mark at the start of a word, straight before inline code. `format!` is none. */
function holdsShellInsert(body: string): boolean {
  return codeRanges(body).some(
    ({ kind, start }) =>
      kind === 'inline' && body.charAt(start - 1) === '!' && !/\S/.test(body.charAt(start - 2)),
  )
}
