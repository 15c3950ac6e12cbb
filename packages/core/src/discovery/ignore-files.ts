import type { Diagnostic } from '../diagnostic.ts'
import { compileGlob, type Glob } from '../glob.ts'
import type { Disk } from './disk.ts'
import type { IgnoreRule } from './types.ts'

/** Weakest first: a later file's rule overrides an earlier one's in the same folder. */
export const ignoreFileNames: readonly string[] = ['.gitignore', '.ignore', '.fdignore']

const patternLimit = 256
const patternsLimit = 5000
const bytesLimit = 1024 * 1024

/** The rules of one folder's ignore files, and those of the folders above, up to the skills root. */
export interface IgnoreRules {
  readonly above: IgnoreRules | undefined
  /** Length of the folder's path relative to the root, its last `/` included. */
  readonly prefix: number
  /** In the order in which they are written. */
  readonly rules: readonly CompiledRule[]
}

/** A rule, ready to be compared with paths. */
interface CompiledRule extends IgnoreRule {
  readonly effect: 'ignore' | 'keep'
  readonly matches: Glob
  /** A pattern without a slash in it is compared with the last part of the path alone. */
  readonly compared: 'path' | 'name'
  readonly foldersOnly: boolean
}

/** What is asked about: the path relative to the skills root, with `/` on every system. */
export interface IgnoreSubject {
  readonly relative: string
  readonly name: string
  /** A link counts as a file, whatever it leads to, as in git. */
  readonly kind: 'folder' | 'file'
}

/**
 * The rule that leaves something out. The deepest folder's files decide before those above, and of
 * one folder's rules the last one that matches. Whoever asks has not entered an ignored folder, so
 * the parents of `subject` are not asked about again. Throws nothing.
 *
 * @param rules of the folder that holds the subject, and of those above
 * @param subject what is asked about, by its path relative to the root of the rules
 * @returns file, line and pattern of the rule; undefined where nothing leaves it out
 * @example
 * const rules = parseIgnoreFile('*.log', '/w/.gitignore', () => {})
 * const level = { above: undefined, prefix: 0, rules }
 * decidingRule(level, { relative: 'a/b.log', name: 'b.log', kind: 'file' })?.line // → 1
 */
export function decidingRule(
  rules: IgnoreRules | undefined,
  subject: IgnoreSubject,
): IgnoreRule | undefined {
  for (let level = rules; level !== undefined; level = level.above) {
    const path = subject.relative.slice(level.prefix)
    const rule = level.rules.findLast(
      (rule) =>
        !(rule.foldersOnly && subject.kind === 'file') &&
        rule.matches(rule.compared === 'name' ? subject.name : path),
    )
    if (rule === undefined) continue
    if (rule.effect === 'keep') return undefined
    return { file: rule.file, line: rule.line, pattern: rule.pattern }
  }
  return undefined
}

/** Reads one ignore file. What cannot be used is reported and skipped, the other rules hold. */
export function readIgnoreFile(
  file: string,
  disk: Disk,
  report: (diagnostic: Diagnostic) => void,
): readonly CompiledRule[] {
  const stats = disk.lstat(file)
  if (stats === undefined) return []
  if (!stats.isFile()) {
    report(notUsed(file, stats.isSymbolicLink() ? 'a link' : 'not a file'))
    return []
  }
  const bytes = new Uint8Array(Math.min(stats.size, bytesLimit))
  const count = disk.read(file, bytes, stats.size)
  if (stats.size > bytesLimit) report(cutOff(file, 'the first MiB'))
  return parseIgnoreFile(new TextDecoder().decode(bytes.subarray(0, count)), file, report)
}

/**
 * Turns the text of an ignore file into rules, each with the line that it stands on. Throws
 * nothing: a pattern that cannot be used is reported and skipped.
 *
 * @param text the whole file
 * @param file its absolute path, for the rules and the diagnostics
 * @param report called for each pattern that is skipped
 * @returns the rules, in the order in which they are written
 * @example
 * parseIgnoreFile('# logs\n*.log', '/w/.gitignore', () => {}).map(({ line }) => line) // → [2]
 */
export function parseIgnoreFile(
  text: string,
  file: string,
  report: (diagnostic: Diagnostic) => void,
): readonly CompiledRule[] {
  const rules: CompiledRule[] = []
  let offset = 0
  for (const [index, raw] of text.split('\n').entries()) {
    const pattern = trimLine(raw)
    const place = { line: index + 1, column: 1, offset }
    offset += raw.length + 1
    if (pattern === '' || pattern.startsWith('#')) continue
    if (rules.length === patternsLimit) {
      report(cutOff(file, `the first ${patternsLimit} patterns`))
      break
    }
    if (pattern.length > patternLimit) {
      const end = { ...place, column: 1 + pattern.length, offset: place.offset + pattern.length }
      report({ ...tooLong(file, pattern.length), range: { start: place, end } })
      continue
    }
    const rule = compileRule(pattern)
    if (rule !== undefined) rules.push({ ...rule, file, line: place.line, pattern })
  }
  return rules
}

/** A carriage return at the end goes, and blanks that no backslash protects; tabs stay, as in git. */
function trimLine(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  let end = text.length
  while (text[end - 1] === ' ' && !isEscaped(text, end - 1)) end -= 1
  return text.slice(0, end)
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text[index - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

function compileRule(line: string) {
  const effect = line.startsWith('!') ? 'keep' : 'ignore'
  const written = effect === 'keep' ? line.slice(1) : line
  const foldersOnly = written.endsWith('/')
  const pattern = foldersOnly ? written.slice(0, -1) : written
  if (pattern === '') return undefined
  const compared = pattern.includes('/') ? 'path' : 'name'
  const matches = compileGlob(pattern.startsWith('/') ? pattern.slice(1) : pattern)
  return matches && ({ effect, foldersOnly, compared, matches } as const)
}

function tooLong(file: string, length: number): Diagnostic {
  return {
    code: 'ignore/pattern',
    severity: 'warning',
    message: `A pattern of ${length} characters is longer than ${patternLimit} and was skipped.`,
    file,
    hint: 'Write a shorter pattern, or several.',
  }
}

function cutOff(file: string, used: string): Diagnostic {
  return {
    code: 'ignore/pattern',
    severity: 'warning',
    message: `Only ${used} of this ignore file count; the rest was skipped.`,
    file,
    hint: 'Shorten the file: rules that match nothing below the skills folder can go.',
  }
}

function notUsed(file: string, what: string): Diagnostic {
  return {
    code: 'ignore/pattern',
    severity: 'warning',
    message: `This ignore file is ${what}, so its rules were not read.`,
    file,
    hint: 'Put an ordinary file in its place.',
  }
}
