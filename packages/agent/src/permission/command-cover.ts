import { basename, isAbsolute, join, resolve } from 'node:path'
import { isSecretFile, isWithin, realPathOf } from '../tools/index.ts'
import { gitRunsPrograms } from './git-hazards.ts'
import type { PatternPlace } from './path-pattern.ts'
import { type Protector, protector } from './protected.ts'
import { literalText, matchesWildcard } from './rule.ts'
import { hazardOf, heldCommands, programName } from './shell-hazards.ts'
import { readShellLine, type ShellCommand } from './shell-line.ts'
import { onlyReads } from './shell-readers.ts'
import type { Rule } from './types.ts'

/** A command line, looked at once for all the rules it is compared with. */
export interface JudgedLine {
  readonly text: string
  readonly commands: readonly JudgedCommand[]
  /** Why no pattern covers any of it. */
  readonly doubts: readonly string[]
}

export interface JudgedCommand extends ShellCommand {
  /** A file named in the arguments that only an exact rule covers, as a phrase. */
  readonly delicate: string | undefined
  /** What limits are tried on; undefined where it holds more than can be looked at. */
  readonly spellings: readonly string[] | undefined
}

/** Where the line runs, besides where patterns start. */
export interface LinePlace extends PatternPlace {
  readonly cwd: string
  readonly skillRoots?: readonly string[]
  readonly configFolder?: string
  readonly stateFolder?: string
  /** Folders outside the workspace in which patterns hold too. */
  readonly readable?: readonly string[]
}

/** Takes a line apart and collects every reason why a pattern may not cover it. */
export function judgeLine(text: string, place: LinePlace): JudgedLine {
  const line = readShellLine(text)
  const doubts = [...line.doubts]
  const protectedAs = protector(place)
  const commands = line.commands.map((command) => judgeCommand(command, place, protectedAs))
  const folders = foldersOf(commands, place)
  if (folders.some((folder) => !isHome(folder, place))) doubts.push('it leaves the workspace')
  const runsGit = commands.some((command) => programName(command) === 'git')
  if (runsGit && folders.some(gitRunsPrograms)) {
    doubts.push('the configuration of the repository makes git run other programs')
  }
  return { text: text.trim(), commands, doubts }
}

function isHome(folder: string, place: LinePlace): boolean {
  const real = realPathOf(folder)
  return [place.workspace, ...(place.readable ?? [])].some((at) => isWithin(real, realPathOf(at)))
}

/** Commands with more words are covered by no pattern: each word would be looked up on the disk. */
const mostWords = 200

function judgeCommand(
  command: ShellCommand,
  place: LinePlace,
  protectedAs: Protector,
): JudgedCommand {
  const { words } = command
  if (words.length > mostWords) {
    const doubts = [...command.doubts, 'it has too many words to be judged']
    return { ...command, doubts, delicate: undefined, spellings: spellingsOf(command) }
  }
  const leaves = leavesFolder(command) ? 'it leaves the workspace' : undefined
  const more = [hazardOf(command), leaves].filter((doubt) => doubt !== undefined)
  return {
    ...command,
    doubts: [...command.doubts, ...more],
    delicate: delicateFile(words, place, protectedAs),
    spellings: spellingsOf(command),
  }
}

/** `cd` to where the line does not say, or upwards; where it goes down to is looked at for the whole line. */
function leavesFolder(command: ShellCommand): boolean {
  if (command.words[0] !== 'cd') return false
  const target = cdTarget(command)
  return target === undefined || target.startsWith('~') || /^-$|(?:^|\/)\.\.(?:\/|$)/u.test(target)
}

function cdTarget({ words }: ShellCommand): string | undefined {
  return words.slice(1).find((word) => word !== '--' && !/^-[LPe@]+$/u.test(word))
}

/** The folders that the commands of a line can run in, each `cd` taken from wherever one led before. */
function foldersOf(commands: readonly ShellCommand[], place: LinePlace): readonly string[] {
  const folders = [place.cwd]
  for (const command of commands) {
    const target = command.words[0] === 'cd' ? cdTarget(command) : undefined
    if (target !== undefined) folders.push(...folders.map((folder) => resolve(folder, target)))
    if (folders.length > 64) break
  }
  return folders
}

/** Arguments that name secrets or protected places: a wildcard was not written with them in mind. */
function delicateFile(
  words: readonly string[],
  place: LinePlace,
  protectedAs: Protector,
): string | undefined {
  for (const [index, word] of words.entries()) {
    if (index === 0) continue
    for (const path of pathsIn(word, place)) {
      if (isSecretFile(path)) return `\`${word}\` names a file that holds secrets`
      const what = protectedAs(path)
      if (what === undefined || (isReadable(path, place) && onlyReads(words, index))) continue
      return `\`${word}\` names ${what}`
    }
  }
  return undefined
}

function isReadable(path: string, { readable = [] }: LinePlace): boolean {
  return readable.some((folder) => isWithin(path, realPathOf(folder)))
}

function pathsIn(word: string, place: LinePlace): string[] {
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : ''
  return [word, value]
    .filter((text) => text !== '' && !text.startsWith('-') && !text.includes('\0'))
    .map((text) => {
      if (text === '~' || text.startsWith('~/')) return join(place.home, text.slice(1))
      return realPathOf(isAbsolute(text) ? text : resolve(place.cwd, text))
    })
}

/** Why no rule with a pattern covers this command; undefined where one may. */
export function doubtAbout(line: JudgedLine, command: JudgedCommand): string | undefined {
  return line.doubts[0] ?? command.doubts[0]
}

/**
 * Whether an allow rule covers one command of a line. A rule without wildcard may name the whole
 * line, commands and all; any other rule covers a single command.
 */
export function covers(rule: Rule, command: JudgedCommand, line: JudgedLine): boolean {
  if (rule.pattern === undefined) return true
  if (line.commands.length === 0 || doubtAbout(line, command) !== undefined) return false
  const exact = literalText(rule.pattern)
  // A line whose other commands are doubted is not what a person saw when they saved the rule.
  if (exact !== undefined && exact === line.text) return line.commands.every(isPlain)
  if (exact === undefined && command.delicate !== undefined) return false
  return matchesCommand(rule.pattern, command.text) || matchesCommand(rule.pattern, command.written)
}

function isPlain(command: JudgedCommand): boolean {
  return command.doubts.length === 0
}

/** `git:*` and `git *` mean `git` alone or followed by a blank and anything. */
function matchesCommand(pattern: string, text: string): boolean {
  const prefix = /^(.*[^\\])(?::| )\*$/su.exec(pattern)?.[1]
  if (prefix === undefined) return matchesWildcard(pattern, text)
  return matchesWildcard(prefix, text) || matchesWildcard(`${prefix} *`, text)
}

/** More held commands than this are no honest line, and every limit counts as meant. */
const mostSpellings = 2000

/**
 * Everything that a deny or ask rule is tried on: the command, its program's name without its
 * folder, and whatever `sudo`, `sh -c`, `xargs`, `find -exec` and their like hold in their
 * arguments, however deep. Undefined where that is too much to look at.
 */
function spellingsOf(command: ShellCommand): readonly string[] | undefined {
  const spellings = new Set<string>()
  const pending = [command]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [name = '', ...rest] = next.words
    for (const spelt of [name, basename(name)]) spellings.add([spelt, ...rest].join(' '))
    spellings.add(next.text).add(next.written)
    const inside = heldCommands(next)
    if (inside === undefined) return undefined
    for (const held of inside) {
      if (spellings.has(held)) continue
      spellings.add(held)
      if (spellings.size > mostSpellings) return undefined
      pending.push(...readShellLine(held).commands)
    }
  }
  return [...spellings]
}

/** Whether a deny or ask rule speaks of anything in a line. */
export function touches(rule: Rule, line: JudgedLine): boolean {
  const { pattern } = rule
  if (pattern === undefined || matchesCommand(pattern, line.text)) return true
  return line.commands.some((command) => touchesCommand(pattern, command))
}

export function touchesCommand(pattern: string, { spellings }: JudgedCommand): boolean {
  return spellings?.some((text) => matchesCommand(pattern, text)) ?? true
}
