import { basename } from 'node:path'
import { subcommandAt } from './git-words.ts'
import { programHazard } from './program-hazards.ts'
import { isStream, shellScriptAt } from './script-operand.ts'
import { evaluates, kindOf, programName, runningWord } from './shell-hazards.ts'
import { readShellLine, type ShellCommand, type ShellLine } from './shell-line.ts'
import type { ShellWord } from './shell-word.ts'
import { type TimeBudget, tookTooLong } from './time-budget.ts'
import { open } from './wildcards.ts'

/** Everything that a line may run, as far as its words tell: what limits are tried on. */
export interface Reach {
  /** Command lines; an `open` place in one stands for text that cannot be known before. */
  readonly spellings: readonly string[]
  /** Why the line may run anything at all, as a phrase; undefined where the spellings are all. */
  readonly unread: string | undefined
}

/** More spellings than these are no honest line. */
const mostSpellings = 2000
/** More words than these are given to no other command to run. */
const mostHeld = 200
/** Words that are looked at behind a possible command's name, where a program is not known. */
const mostTail = 40

const tooMuch = 'it holds more commands than can be looked at'

/**
 * What one command may run: itself, and whatever it is given to run, however deep.
 *
 * @param folders absolute folders that it may run in
 */
export function reachOf(
  command: ShellCommand,
  folders: readonly string[],
  budget: TimeBudget,
): Reach {
  const spellings = new Set<string>()
  const read = new Set<string>()
  const pending = [command]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (budget.isSpent()) return { spellings: [...spellings], unread: tookTooLong }
    const texts = next.parts.map(textOf)
    spellings.add(next.text).add(next.written)
    for (const one of spelt(texts)) spellings.add(one)
    const held = heldBy(next, texts, folders)
    if (held.unread !== undefined) return { spellings: [...spellings], unread: held.unread }
    for (const text of held.names) for (const one of spelt(text)) spellings.add(one)
    for (const line of held.lines) {
      if (budget.isSpent()) return { spellings: [...spellings], unread: tookTooLong }
      if (read.has(line)) continue
      read.add(line)
      spellings.add(line)
      const inner = readShellLine(line)
      const unread = unreadIn(inner)
      if (unread !== undefined) return { spellings: [...spellings], unread }
      for (const each of inner.commands) pending.push(each)
    }
    if (spellings.size > mostSpellings) return { spellings: [...spellings], unread: tooMuch }
  }
  return { spellings: [...spellings], unread: undefined }
}

/** A command by its name, by its program's name without folder, and without case. */
function spelt([name = '', ...rest]: readonly string[]): readonly string[] {
  const base = basename(name)
  return [...new Set([name, base, base.toLowerCase()])].map((each) => [each, ...rest].join(' '))
}

function textOf({ pieces }: ShellWord): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : open)).join('')
}

interface Held {
  /** Command lines in the arguments. */
  readonly lines: readonly string[]
  /** Commands by their words, where a program is not known to run them. */
  readonly names: readonly (readonly string[])[]
  readonly unread?: string
}

const nothing: Held = { lines: [], names: [] }

function heldBy(command: ShellCommand, texts: readonly string[], folders: readonly string[]): Held {
  const [first = '', ...rest] = texts
  const name = programName({ words: [first] })
  if (first.includes(open)) return { ...nothing, unread: 'the name of a command is not literal' }
  const kind = kindOf(name)
  switch (kind) {
    case 'hidden-runner':
      return { ...nothing, unread: `\`${name}\` runs what its words do not say` }
    case 'runner':
      return heldByRunner(name, rest, folders)
    case 'shell':
      return heldByShell(name, rest, folders)
    case 'other':
      return heldByProgram(name, rest, command, folders)
  }
}

function heldByRunner(name: string, rest: readonly string[], folders: readonly string[]): Held {
  if (rest.length > mostHeld) return { ...nothing, unread: tooMuch }
  if (name === '.' || name === 'source') {
    const script = rest[0] === '--' ? rest[1] : rest[0]
    if (!isScript(script ?? '', folders)) {
      return { ...nothing, unread: `\`${name}\` runs a text that cannot be read` }
    }
    return nothing
  }
  const evaluated = name === 'eval' || name === 'trap'
  if (evaluated && rest.some((text) => text.includes(open))) {
    return { ...nothing, unread: `\`${name}\` runs a text that cannot be read` }
  }
  // Words come from the input too, behind those that are there or in the place of some.
  const tail = name === 'xargs' || name === 'parallel' ? ` ${open}` : ''
  const programs = rest.filter((word) => kindOf(programName({ words: [word] })) !== 'other')
  const replaces = rest.some((word) => /^(?:-[^-]*[Ii]|--re|\{\})/u.test(word))
  if (tail !== '' && (rest.length === 0 || programs.length > 0 || replaces)) {
    return { ...nothing, unread: `\`${name}\` runs what it is given as input` }
  }
  return { lines: linesIn(rest).map((line) => line + tail), names: [] }
}

function heldByShell(name: string, rest: readonly string[], folders: readonly string[]): Held {
  if (rest.length > mostHeld) return { ...nothing, unread: tooMuch }
  const unread = `\`${name}\` runs a text that cannot be read`
  const given = rest.some((word) => /^-[^-]*c/u.test(word))
  if (given && !rest.some((word) => word.includes(open))) return { lines: linesIn(rest), names: [] }
  const at = shellScriptAt(rest)
  const isFile = at !== undefined && isScript(rest[at] ?? '', folders)
  return given || !isFile ? { ...nothing, unread } : nothing
}

/** A file that can be named; not standard input, not a pipe by its name. */
function isScript(word: string, folders: readonly string[]): boolean {
  return word !== '' && word !== '-' && !word.includes(open) && !isStream(word, folders)
}

/** Every place in the words where a command could begin, and every word by itself. */
function linesIn(words: readonly string[]): readonly string[] {
  const lines = words.map((_, at) => words.slice(at).join(' '))
  const glued = words.flatMap((word, at) =>
    gluedTo(word).map((value) => [value, ...words.slice(at + 1)].join(' ')),
  )
  return [...new Set([...lines, ...words, ...glued, ...words.flatMap(gluedTo)])]
}

/** The values that may be glued to an option: `-Sx`, `-vSx`, `--split-string=x`. */
function gluedTo(word: string): readonly string[] {
  if (/^--[^=]+=/u.test(word)) return [word.slice(word.indexOf('=') + 1)]
  if (!/^-[^-]/u.test(word)) return []
  return [2, 3, 4, 5].filter((at) => at < word.length).map((at) => word.slice(at))
}

function heldByProgram(
  name: string,
  rest: readonly string[],
  command: ShellCommand,
  folders: readonly string[],
): Held {
  const running = runningWord(name, rest)
  if (running !== undefined)
    return { ...nothing, unread: `\`${running}\` makes ${name} run something` }
  if (name === 'find') return heldByFind(rest)
  const hazard = programHazard(name, rest, folders)
  if (hazard?.runs) return { ...nothing, unread: hazard.reason }
  if (keepsToItself.has(name)) return nothing
  const stream = rest
    .slice(0, mostHeld)
    .flatMap((word) => [word, ...gluedTo(word), ...assignedIn(word)])
    .find((word) => word.includes('/') && isStream(word, folders))
  if (stream !== undefined || readsRecipes(name, rest)) {
    return { ...nothing, unread: `\`${name}\` may run what it reads from ${stream ?? 'its input'}` }
  }
  const given = packageManagers.has(name) ? rest.findIndex((word) => givesAway.test(word)) : 0
  const options = (words: readonly string[]): Held =>
    heldByUnknown(
      words.filter((word) => word.startsWith('-')),
      command,
    )
  if (given === -1) return options(rest)
  if (given > 0)
    return both(options(rest.slice(0, given)), heldByUnknown(rest.slice(given), command))
  if (name !== 'git') return heldByUnknown(rest, command)
  return heldByGit(rest, command, hazard === undefined || hazard.excusedBy === 'naming')
}

function both(one: Held, other: Held): Held {
  return { names: [...one.names, ...other.names], lines: [...one.lines, ...other.lines] }
}

/** `make -f -` runs what it reads. */
function readsRecipes(name: string, words: readonly string[]): boolean {
  if (!/^g?make$/u.test(name)) return false
  return words.some((word, at) => {
    const value = word === '-f' || /^--(?:file|makefile)$/u.test(word) ? words[at + 1] : undefined
    return value === '-' || /^(?:-[^-]*f-|--(?:file|makefile)=-)$/u.test(word)
  })
}

/**
 * A subcommand of git is no program; what follows one that is not known could be. A limit on it means
 * it behind options of git itself too.
 */
function heldByGit(rest: readonly string[], command: ShellCommand, isKnown: boolean): Held {
  const at = subcommandAt(rest)
  const words = at === -1 ? [] : rest.slice(at)
  const plain = at > 0 ? [['git', ...words]] : []
  if (isKnown) return { lines: [], names: plain }
  const { lines, names } = heldByUnknown(words.slice(1), command)
  return { lines, names: [...plain, ...names] }
}

/**
 * Any program may run its arguments, and the values of its options, as `sudo` does; only known ones
 * are known not to. A word that is not known to name a command is not taken for one: that would be
 * every word with a wildcard.
 */
function heldByUnknown(words: readonly string[], command: ShellCommand): Held {
  const known = words.flatMap((word, at) =>
    (word.startsWith('-') ? valuesIn(word) : [word, ...assignedIn(word)])
      .filter((text) => !(text.split(' ', 1)[0] ?? '').includes(open))
      .map((text) => ({ text, at })),
  )
  const names = known.map(({ text, at }) => [text, ...words.slice(at + 1, at + mostTail)])
  if (command.parts.length > mostHeld) return { names, lines: [] }
  const lines = known.flatMap(({ text, at }) => {
    if (holdsLine.test(text)) return [text]
    const kind = kindOf(programName({ words: [text] }))
    const begins = kind === 'shell' || (kind !== 'other' && at < words.length - 1)
    return begins ? [[text, ...words.slice(at + 1)].join(' ')] : []
  })
  return { names, lines }
}

/** More than a name: a command with its words, or several. */
const holdsLine = /[ \t\n;&|`(]/u

/** What an option may be given: `--call=x`, `-cx`; behind several letters only what is a whole line. */
function valuesIn(word: string): readonly string[] {
  return gluedTo(word).filter((text, at) => at === 0 || holdsLine.test(text))
}

/** `CC='x y'` is a variable to `make`. */
function assignedIn(word: string): readonly string[] {
  const value = /^\w+=(.+)$/su.exec(word)?.[1]
  return value === undefined ? [] : [value]
}

function heldByFind(words: readonly string[]): Held {
  const at = words.findIndex((word) => /^-(?:exec|ok)(?:dir)?$/u.test(word))
  if (at === -1) return nothing
  const rest = words.slice(at + 1)
  if (rest.length > mostHeld) return { ...nothing, unread: tooMuch }
  const [first = ''] = rest
  if (first.includes('{}')) return { ...nothing, unread: '`find` runs the files that it finds' }
  return { lines: linesIn(rest), names: [] }
}

/** Run what follows one of these words, and nothing else of their arguments. */
const packageManagers = new Set('npm yarn pnpm bundle cargo composer gem poetry uv'.split(' '))
const givesAway = /^(?:exec|x|dlx|run|--)$/u

/** Programs that are known to run none of their arguments. */
const keepsToItself = new Set(
  [
    ': [ true false echo printf pwd cd exit type kill test help times basename dirname cat tac head tail wc',
    'ls dir cp mv rm rmdir mkdir touch ln chmod chown chgrp stat file du df tee cut paste tr uniq comm',
    'join fold fmt nl od xxd hexdump strings seq date sleep wait whoami id groups uname hostname arch nproc',
    'realpath readlink mktemp md5sum sha1sum sha256sum sha512sum cksum base64 rev shuf expr factor',
    'grep egrep fgrep rg ag diff cmp jq yq which whereis tree sed awk gawk mawk nawk fd fdfind sort split',
    'tar gzip gunzip zcat bzip2 xz zstd unzip column printenv yes look bc cal locale getconf',
    'ps pgrep free uptime lsof curl wget ping dig host nslookup',
    'pip pip3 brew apt apt-get tsc eslint prettier biome pytest',
  ].flatMap((line) => line.split(' ')),
)

/** Why a line may run anything, besides what its commands say. */
export function unreadIn(line: ShellLine): string | undefined {
  if (line.unread !== undefined) return line.unread
  const code = line.words.some(({ pieces }) =>
    pieces.some((piece) => piece.kind === 'text' && /\$[({]|`/u.test(piece.text)),
  )
  const evaluated = line.evaluates || line.commands.some(evaluates)
  if (code && (evaluated || line.assignments.length > 0))
    return 'it may evaluate a text that it holds'
  if (evaluated && line.substitutes) return 'it may evaluate what a command prints'
  const given = line.assignments.find(
    ({ name, value }) =>
      /^[A-Z_]*[A-Z][A-Z_0-9]*$/u.test(name) && value && textOf(value).includes(open),
  )
  return given && `\`${given.name}\` may make a program run something`
}

/** Values of variables: programs run what some of them say (`EDITOR`, `GIT_SSH_COMMAND`). */
export function assignedLines(line: ShellLine): readonly string[] {
  return line.assignments.flatMap(({ value }) => {
    const text = value === undefined ? '' : textOf(value)
    return text === '' || text.includes(open) ? [] : [text]
  })
}
