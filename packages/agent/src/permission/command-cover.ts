import { isAbsolute, relative, resolve } from 'node:path'
import { isWithin, realPathOf } from '../tools/index.ts'
import { gitRunsPrograms } from './git-hazards.ts'
import type { Hazard } from './hazard.ts'
import { allowsCommand, meansText, readings, spelledOut } from './line-pattern.ts'
import { isReadable, type Look, namedPlaces } from './named-places.ts'
import type { PatternPlace } from './path-pattern.ts'
import { mayReadProcesses } from './process-secrets.ts'
import { interpretedAt, programHazard } from './program-hazards.ts'
import { protector } from './protected.ts'
import { assignedLines, type Reach, reachOf, unreadIn } from './reach.ts'
import { literalText } from './rule.ts'
import { isStream } from './script-operand.ts'
import { hazardOf, programName, scriptAt } from './shell-hazards.ts'
import { quoted, readShellLine, type ShellCommand, type ShellLine } from './shell-line.ts'
import { isLiteral } from './shell-word.ts'
import { type TimeBudget, timeBudget, tookTooLong } from './time-budget.ts'
import type { Rule } from './types.ts'
import { couldMean, open } from './wildcards.ts'
import { PathFinder } from './word-paths.ts'

/** A command line, looked at once for all the rules it is compared with. */
export interface JudgedLine {
  readonly text: string
  /** The line as it would be written in the workspace: the exact rule that means it, in its folder. */
  readonly fromWorkspace: string
  /** Whether any of it runs, or may, in another folder than the workspace itself. */
  readonly moves: boolean
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
  /** A program or script that it names from another folder than the one patterns start in. */
  readonly elsewhere: string | undefined
  /** The word at which it names a shell's script outside the workspace, as a phrase with its place. */
  readonly strangeScript: { readonly word: number; readonly reason: string } | undefined
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
  const look: Look = {
    place,
    folders,
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
  const reach = reachOfLine(line, folders, budget)
  if (budget.isSpent()) doubts.push(tookTooLong)
  const fromWorkspace = writtenInWorkspace(text.trim(), commands.length, place)
  const moves = folders.some((folder) => !isWorkspace(folder, place))
  const judged = { commands, doubts, readsProcesses, reach, budget }
  return { text: text.trim(), fromWorkspace, moves, ...judged }
}

/** What *always* stores names the folder too, so that it means the same program for ever. */
function writtenInWorkspace(text: string, commands: number, { cwd, workspace }: LinePlace): string {
  const from = realPathOf(workspace)
  const folder = realPathOf(cwd)
  if (folder === from) return text
  const target = isWithin(folder, from) ? relative(from, folder) : folder
  const named = target.startsWith('-') ? `./${target}` : target
  return `cd ${quoted(named)} && ${commands > 1 ? `{ ${text}; }` : text}`
}

function isWorkspace(folder: string, { workspace }: LinePlace): boolean {
  return realPathOf(folder) === realPathOf(workspace)
}

function reachOfLine(line: ShellLine, folders: readonly string[], budget: TimeBudget): Reach {
  const assigned = assignedLines(line)
    .flatMap((text) => readShellLine(text).commands)
    .map((command) => reachOf(command, folders, budget))
  const unread = unreadIn(line) ?? assigned.find((reach) => reach.unread !== undefined)?.unread
  return { spellings: assigned.flatMap(({ spellings }) => spellings), unread }
}

function isHome(folder: string, place: LinePlace): boolean {
  const real = realPathOf(folder)
  return [place.workspace, ...(place.readable ?? [])].some((at) => isWithin(real, realPathOf(at)))
}

const tooMany = 'it has too many words to be judged'

function judgeCommand(command: ShellCommand, look: Look): JudgedCommand {
  if (look.budget.isSpent()) return unjudged(command)
  const { words } = command
  const reach = reachOf(command, look.folders, look.budget)
  const hazard = programHazard(programName(command), words.slice(1), look.folders)
  const named = namedPlaces(command, look)
  const doubts = [...command.doubts]
  if (named === undefined) doubts.push(tooMany)
  const more = [
    hazardOf(command),
    streamOf(command, look.folders),
    leavesFolder(command) ? 'it leaves the workspace' : undefined,
  ]
  doubts.push(...more.filter((doubt) => doubt !== undefined))
  const { delicate, outside } = named ?? { delicate: undefined, outside: undefined }
  const elsewhere = namedElsewhere(command, look)
  const strangeScript = strangeScriptOf(command, look)
  return { ...command, doubts, delicate, outside, elsewhere, strangeScript, hazard, reach }
}

function unjudged(command: ShellCommand): JudgedCommand {
  const reach = { spellings: [command.text, command.written], unread: tookTooLong }
  const doubts = [...command.doubts, tookTooLong]
  return { ...command, ...unremarkable, doubts, reach }
}

/** A command about which nothing was found. */
export const unremarkable = {
  delicate: undefined,
  outside: undefined,
  elsewhere: undefined,
  strangeScript: undefined,
  hazard: undefined,
} as const

/** A shell that is given standard input, or a pipe, as its script. */
function streamOf(command: ShellCommand, folders: readonly string[]): string | undefined {
  const at = scriptAt(command)
  const script = at === undefined ? undefined : command.words[at]
  if (script === undefined || !isStream(script, folders)) return undefined
  return `\`${script}\` is no file that could be looked at`
}

/**
 * `./build.sh` means another program in another folder. (In the folder of a skill that may be read,
 * patterns mean the skill's own.)
 */
function namedElsewhere(command: ShellCommand, { place, folders }: Look): string | undefined {
  const strange = folders.some((folder) => {
    return !isWorkspace(folder, place) && !isReadable(realPathOf(folder), place)
  })
  if (!strange) return undefined
  const [name = ''] = command.words
  const at = scriptAt(command) ?? interpretedScriptAt(command)
  const named = [name.includes('/') ? name : '', at === undefined ? '' : command.words[at]]
  const found = named.find((word) => word && !isAbsolute(word) && !word.startsWith('~'))
  return found && `\`${found}\` is another file in each folder`
}

function interpretedScriptAt(command: ShellCommand): number | undefined {
  const at = interpretedAt(programName(command), command.words.slice(1))
  return at === undefined ? undefined : at + 1
}

/** A pattern that does not say where a shell's script is means one in the workspace. */
function strangeScriptOf(command: ShellCommand, look: Look): JudgedCommand['strangeScript'] {
  const at = scriptAt(command)
  const part = at === undefined ? undefined : command.parts[at]
  if (at === undefined || part === undefined) return undefined
  const workspace = realPathOf(look.place.workspace)
  const isOwn = (look.paths.pathsOf(part) ?? []).every(
    ({ real }) => isWithin(real, workspace) || isReadable(real, look.place),
  )
  if (isOwn) return undefined
  return { word: at, reason: `\`${part.value}\` is a script outside the workspace` }
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

/** Why no rule with a pattern covers this command; undefined where one may. */
export function doubtAbout(line: JudgedLine, command: JudgedCommand): string | undefined {
  return line.doubts[0] ?? command.doubts[0]
}

/** Why a wildcard does not cover this command where an exact rule may. */
export function reserveAbout(command: JudgedCommand): string | undefined {
  const { delicate, elsewhere, strangeScript, hazard } = command
  return elsewhere ?? delicate ?? hazard?.reason ?? strangeScript?.reason
}

/**
 * Whether an allow rule covers one command of a line. A rule without wildcard may name the whole
 * line, commands and all, and its folder; any other rule covers a single command.
 */
export function covers(rule: Rule, command: JudgedCommand, line: JudgedLine): boolean {
  const { pattern } = rule
  if (pattern === undefined) return true
  if (line.commands.length === 0 || doubtAbout(line, command) !== undefined) return false
  const exact = literalText(pattern)
  // A line whose other commands are doubted is not what a person saw when they saved the rule.
  if (exact !== undefined && exact === line.fromWorkspace) return line.commands.every(isPlain)
  if (command.elsewhere !== undefined) return false
  if (exact === undefined) {
    return wildcardReaches(rule, pattern, command) && allowsCommand(pattern, command)
  }
  // What was kept by *always* was shown with its folder, and means nothing in another.
  if (rule.origin === 'state' && line.moves) return false
  return exact === command.text || exact === command.written
}

function isPlain(command: JudgedCommand): boolean {
  return command.doubts.length === 0
}

/** Whether a wildcard may be taken to have this command in mind. */
function wildcardReaches(rule: Rule, pattern: string, command: JudgedCommand): boolean {
  const { delicate, hazard, outside, strangeScript } = command
  const foreign = isForeign(rule)
  if (delicate !== undefined || (foreign && outside !== undefined)) return false
  if (hazard !== undefined) {
    const spelt = spellsOut(pattern, command, hazard.word + 1)
    if (hazard.excusedBy === 'nobody' || !spelt) return false
    if (hazard.excusedBy === 'person' && foreign) return false
  }
  if (strangeScript === undefined) return true
  return spelledOut(pattern, command) > lengthOf(command, strangeScript.word)
}

/** A rule of a skill or a project: its author is not who it runs for. */
export function isForeign({ origin }: Pick<Rule, 'origin'>): boolean {
  return origin === 'skill' || origin === 'project-settings'
}

/** Whether the text before the first wildcard of a pattern says the first words. */
function spellsOut(pattern: string, command: JudgedCommand, words: number): boolean {
  return spelledOut(pattern, command) >= lengthOf(command, words)
}

/** Characters of the first words, with a blank behind each. */
function lengthOf({ words }: JudgedCommand, count: number): number {
  return words.slice(0, count).reduce((length, word) => length + quoted(word).length + 1, 0)
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
  if (pattern === undefined || meansText(pattern, line.text)) return { rule }
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
  if (!text.includes(open)) return meansText(pattern, text)
  // A word that is not known may be several, or none at all.
  const joined = text.split(`${open} `).join(open)
  const without = joined.replace(new RegExp(`(?: ${open}+)+$`, 'u'), '')
  return readings(pattern).some((each) => couldMean(each, joined) || couldMean(each, without))
}
