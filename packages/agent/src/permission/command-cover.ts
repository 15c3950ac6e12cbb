import { resolve } from 'node:path'
import { holdsSecrets, isSecretFile, isWithin, realPathOf } from '../tools/index.ts'
import { gitRunsPrograms } from './git-hazards.ts'
import type { Hazard } from './hazard.ts'
import type { PatternPlace } from './path-pattern.ts'
import { mayReadProcesses } from './process-secrets.ts'
import { programHazard } from './program-hazards.ts'
import { type Protector, protector } from './protected.ts'
import { assignedLines, type Reach, reachOf, unreadIn } from './reach.ts'
import { literalText, matchesWildcard, patternPieces } from './rule.ts'
import { hazardOf, programName } from './shell-hazards.ts'
import { quoted, readShellLine, type ShellCommand, type ShellLine } from './shell-line.ts'
import { onlyReads } from './shell-readers.ts'
import { isLiteral } from './shell-word.ts'
import { type TimeBudget, timeBudget, tookTooLong } from './time-budget.ts'
import type { Rule } from './types.ts'
import { couldMean, open } from './wildcards.ts'
import { PathFinder } from './word-paths.ts'

/** A command line, looked at once for all the rules it is compared with. */
export interface JudgedLine {
  readonly text: string
  readonly commands: readonly JudgedCommand[]
  /** Why no pattern covers any of it. */
  readonly doubts: readonly string[]
  /** Whether it may read what running processes know: only a person may say yes to that. */
  readonly readsProcesses: boolean
  /** What limits are tried on besides its commands. */
  readonly reach: Reach
  /** Time that is left for comparing it with rules. */
  readonly budget: TimeBudget
}

/** No honest line needs a tenth of it, in milliseconds; one that is made to needs minutes. */
const mostTime = 250

export interface JudgedCommand extends ShellCommand {
  /** A file named in the arguments that only an exact rule covers, as a phrase. */
  readonly delicate: string | undefined
  /** Why a wildcard covers it only by whom it was written, or not at all. */
  readonly hazard: Hazard | undefined
  /** A place outside the workspace that it names: a stranger's wildcard does not reach there. */
  readonly outside: string | undefined
  /** What limits are tried on. */
  readonly reach: Reach
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
  const budget = timeBudget(mostTime)
  const line = readShellLine(text)
  const doubts = [...line.doubts]
  const folders = foldersOf(line.commands, place)
  const look = {
    place,
    protectedAs: protector(place),
    paths: new PathFinder({
      home: place.home,
      folders,
      changing: line.commands.length > 1,
      budget,
    }),
    budget,
  }
  const readsProcesses = mayReadProcesses(text, line, folders, budget)
  const commands = line.commands.map((command) => judgeCommand(command, look))
  if (folders.some((folder) => !isHome(folder, place))) doubts.push('it leaves the workspace')
  const runsGit = commands.some((command) => programName(command) === 'git')
  if (runsGit && folders.some(gitRunsPrograms)) {
    doubts.push('the configuration of the repository may make git run other programs')
  }
  const reach = reachOfLine(line, budget)
  if (budget.isSpent()) doubts.push(tookTooLong)
  return { text: text.trim(), commands, doubts, readsProcesses, reach, budget }
}

function reachOfLine(line: ShellLine, budget: TimeBudget): Reach {
  const assigned = assignedLines(line)
    .flatMap((text) => readShellLine(text).commands)
    .map((command) => reachOf(command, budget))
  const unread = unreadIn(line) ?? assigned.find((reach) => reach.unread !== undefined)?.unread
  return { spellings: assigned.flatMap(({ spellings }) => spellings), unread }
}

function isHome(folder: string, place: LinePlace): boolean {
  const real = realPathOf(folder)
  return [place.workspace, ...(place.readable ?? [])].some((at) => isWithin(real, realPathOf(at)))
}

/** Commands with more words are covered by no pattern: each word would be looked up on the disk. */
const mostWords = 200

/** What words are looked up with, for one line. */
interface Look {
  readonly place: LinePlace
  readonly protectedAs: Protector
  readonly paths: PathFinder
  readonly budget: TimeBudget
}

const tooMany = 'it has too many words to be judged'

function judgeCommand(command: ShellCommand, look: Look): JudgedCommand {
  if (look.budget.isSpent()) return unjudged(command)
  const { words } = command
  const reach = reachOf(command, look.budget)
  const hazard = programHazard(programName(command), words.slice(1))
  const named = words.length > mostWords ? undefined : namedPlaces(command, look)
  const doubts = [...command.doubts]
  if (named === undefined) doubts.push(tooMany)
  const more = [hazardOf(command), leavesFolder(command) ? 'it leaves the workspace' : undefined]
  doubts.push(...more.filter((doubt) => doubt !== undefined))
  const { delicate, outside } = named ?? { delicate: undefined, outside: undefined }
  return { ...command, doubts, delicate, outside, hazard, reach }
}

function unjudged(command: ShellCommand): JudgedCommand {
  const reach = { spellings: [command.text, command.written], unread: tookTooLong }
  const doubts = [...command.doubts, tookTooLong]
  return { ...command, doubts, delicate: undefined, outside: undefined, hazard: undefined, reach }
}

/** `cd` to where the line does not say, or upwards; where it goes down to is looked at for the whole line. */
function leavesFolder(command: ShellCommand): boolean {
  if (command.words[0] !== 'cd') return false
  if (!command.parts.every(isLiteral)) return true
  const target = cdTarget(command)
  return target === undefined || target.startsWith('~') || /^-$|(?:^|\/)\.\.(?:\/|$)/u.test(target)
}

function cdTarget({ words }: ShellCommand): string | undefined {
  return words.slice(1).find((word) => word !== '--' && !/^-[LPe@]+$/u.test(word))
}

/** More folders than these are taken by no honest line; every command is tried in each. */
const mostFolders = 16

/** The folders that the commands of a line can run in, each `cd` taken from wherever one led before. */
function foldersOf(commands: readonly ShellCommand[], place: LinePlace): readonly string[] {
  const folders = new Set([place.cwd])
  for (const command of commands) {
    const target = command.words[0] === 'cd' ? cdTarget(command) : undefined
    if (target === undefined || target.includes('\0')) continue
    const before = [...folders]
    for (const folder of before) folders.add(resolve(folder, target))
    // One more that is nobody's home makes the whole line ask.
    if (folders.size > mostFolders) return [place.cwd, '/']
  }
  return [...folders]
}

interface NamedPlaces {
  readonly delicate: string | undefined
  readonly outside: string | undefined
}

/**
 * What the arguments name that a wildcard was not written for: secrets and protected places, and
 * places outside the workspace. Undefined where they are too many to look at.
 */
function namedPlaces(command: ShellCommand, look: Look): NamedPlaces | undefined {
  const { place, protectedAs, budget } = look
  let outside: string | undefined
  for (const [index, word] of command.parts.entries()) {
    if (index === 0) continue
    const paths = look.paths.pathsOf(word)
    if (paths === undefined) return undefined
    const shown = `\`${word.value}\``
    for (const { path, real } of paths) {
      if (budget.isSpent()) return undefined
      if (isSecretFile(path) || holdsSecrets(real, place.workspace)) {
        return { delicate: `${shown} names a file that holds secrets`, outside }
      }
      const what = protectedAs(real) ?? protectedAs(path)
      const own = isReadable(real, place)
      if (what !== undefined && !(own && onlyReads(command.words, index))) {
        return { delicate: `${shown} names ${what}`, outside }
      }
      if (!own && !isWithin(real, realPathOf(place.workspace)) && path !== '/dev/null') {
        outside = `${shown} names a place outside the workspace`
      }
    }
  }
  return { delicate: undefined, outside }
}

function isReadable(path: string, { readable = [] }: LinePlace): boolean {
  return readable.some((folder) => isWithin(path, realPathOf(folder)))
}

/** Why no rule with a pattern covers this command; undefined where one may. */
export function doubtAbout(line: JudgedLine, command: JudgedCommand): string | undefined {
  return line.doubts[0] ?? command.doubts[0]
}

/** Why a wildcard does not cover this command where an exact rule may. */
export function reserveAbout({ delicate, hazard }: JudgedCommand): string | undefined {
  return delicate ?? hazard?.reason
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
  if (exact === undefined && !wildcardReaches(rule, rule.pattern, command)) return false
  return matchesCommand(rule.pattern, command.text) || matchesCommand(rule.pattern, command.written)
}

function isPlain(command: JudgedCommand): boolean {
  return command.doubts.length === 0
}

/** Whether a wildcard may be taken to have this command in mind. */
function wildcardReaches(rule: Rule, pattern: string, command: JudgedCommand): boolean {
  const { delicate, hazard, outside } = command
  const foreign = isForeign(rule)
  if (delicate !== undefined || (foreign && outside !== undefined)) return false
  if (hazard === undefined) return true
  const spelt = spellsOut(pattern, command.words.slice(0, hazard.word + 1))
  return hazard.excusedBy === 'naming' ? spelt : hazard.excusedBy === 'person' && spelt && !foreign
}

/** A rule of a skill or a project: its author is not who it runs for. */
export function isForeign({ origin }: Pick<Rule, 'origin'>): boolean {
  return origin === 'skill' || origin === 'project-settings'
}

/** Whether the text before the first wildcard of a pattern says these words. */
function spellsOut(pattern: string, words: readonly string[]): boolean {
  const prefix = /^(.*[^\\]):\*$/su.exec(pattern)?.[1]
  const [first] = patternPieces(prefix === undefined ? pattern : `${prefix} *`)
  const text = words.map(quoted).join(' ')
  return first?.kind === 'text' && first.text.startsWith(`${text} `)
}

/** `git:*` and `git *` mean `git` alone or followed by a blank and anything. */
function matchesCommand(pattern: string, text: string): boolean {
  return readings(pattern).some((each) => matchesWildcard(each, text))
}

function readings(pattern: string): readonly string[] {
  const prefix = /^(.*[^\\])(?::| )\*$/su.exec(pattern)?.[1]
  return prefix === undefined ? [pattern] : [prefix, `${prefix} *`]
}

/** A deny or ask rule that speaks of a line, and why it is taken to where nothing says so plainly. */
export interface Touch {
  readonly rule: Rule
  readonly unread?: string
}

/**
 * Whether a deny or ask rule speaks of anything in a line, or may, since some of the line can only
 * be known by running it.
 */
export function touchOf(rule: Rule, line: JudgedLine): Touch | undefined {
  const { pattern } = rule
  if (pattern === undefined || matchesCommand(pattern, line.text)) return { rule }
  if (line.budget.isSpent()) return { rule, unread: tookTooLong }
  const reaches = [line.reach, ...line.commands.map(({ reach }) => reach)]
  const meant = reaches.flatMap(({ spellings }) =>
    spellings.filter((text) => line.budget.isSpent() || meets(pattern, text)),
  )
  if (line.budget.isSpent()) return { rule, unread: tookTooLong }
  if (meant.some((text) => !text.includes(open))) return { rule }
  const unread = reaches.find((reach) => reach.unread !== undefined)?.unread
  if (unread !== undefined) return { rule, unread }
  return meant.length > 0 ? { rule, unread: 'some of its words are not literal' } : undefined
}

export function touchesCommand(pattern: string, { reach }: JudgedCommand): boolean {
  return reach.unread !== undefined || reach.spellings.some((text) => meets(pattern, text))
}

function meets(pattern: string, text: string): boolean {
  if (!text.includes(open)) return matchesCommand(pattern, text)
  // A word that is not known may be several, or none at all.
  const joined = text.split(`${open} `).join(open)
  const without = joined.replace(new RegExp(`(?: ${open}+)+$`, 'u'), '')
  return readings(pattern).some((each) => couldMean(each, joined) || couldMean(each, without))
}
