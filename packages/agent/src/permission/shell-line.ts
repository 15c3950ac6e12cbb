import { forEachChild, parse, type SyntaxNode, type Word } from 'unbash'
import { isLiteral, reachesHiddenNames, readWord, type ShellWord } from './shell-word.ts'
import { holdsUnseen } from './visible-text.ts'

type CommandNode = Extract<SyntaxNode, { type: 'Command' }>

/** One simple command of a line. */
export interface ShellCommand {
  /** Name and arguments as the program would get them; as written where they are not literal. */
  readonly words: readonly string[]
  /** The same words, with what is known of each. */
  readonly parts: readonly ShellWord[]
  /** The words, quoted where they need it, with one blank between: what patterns are compared with. */
  readonly text: string
  /** As written in the line. */
  readonly written: string
  /** The words as written, quotes and all. */
  readonly writtenWords: readonly string[]
  /** Why no pattern covers it, whatever the pattern says. */
  readonly doubts: readonly string[]
}

/** A command line taken apart. */
export interface ShellLine {
  /** Every simple command, those inside substitutions and loops too. */
  readonly commands: readonly ShellCommand[]
  /** Why no pattern covers the line, whatever its commands are. */
  readonly doubts: readonly string[]
  /** Every word there is: of commands, redirections, assignments, loops. */
  readonly words: readonly ShellWord[]
  readonly assignments: readonly ShellAssignment[]
  /** Whether the shell evaluates a text that may come from a variable: arithmetic, subscripts. */
  readonly evaluates: boolean
  /** Whether the output of a command, or what is read, becomes part of it. */
  readonly substitutes: boolean
  /** Why some of it could not be read at all, and so may run anything; undefined where all was. */
  readonly unread?: string
}

/** A variable and what it is given; undefined for what is no single word. */
export interface ShellAssignment {
  readonly name: string
  readonly value: ShellWord | undefined
}

/** A shell sees no line that long; parsing one is only work. */
const longestLine = 32_768

/** Nodes that add nothing to the commands below them. All others are doubted. */
const plainNodes = new Set([
  'Script',
  'Statement',
  'AndOr',
  'Pipeline',
  'Time',
  'Negation',
  'CompoundList',
  'Subshell',
  'BraceGroup',
  'If',
  'Elif',
  'Command',
  'Word',
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'Glob',
])

const doubtOf: Readonly<Record<string, string>> = {
  Assignment: 'it assigns a variable',
  Redirect: 'it redirects input or output',
  HereDoc: 'it redirects input or output',
  HereString: 'it redirects input or output',
  Redirected: 'it redirects input or output',
  CommandExpansion: 'it substitutes the output of a command',
  ProcessSubstitution: 'it substitutes the output of a command',
  Function: 'it defines a function',
  SimpleExpansion: 'it inserts a variable',
  ParameterExpansion: 'it inserts a variable',
  BraceExpansion: 'it expands braces',
  AnsiCQuoted: 'it holds escaped characters',
}

/** Nodes in which the shell takes the content of variables for expressions, commands and all. */
const evaluating = new Set([
  'ArithmeticExpansion',
  'ArithmeticCommand',
  'ArithmeticFor',
  'TestCommand',
  'Slice',
  'Transform',
])

/**
 * Takes a command line apart. What is not understood for certain is a doubt, and a line with a
 * doubt is covered by no pattern: a person decides.
 */
export function readShellLine(line: string): ShellLine {
  if (line.length > longestLine) return unreadLine('it is too long to be judged')
  // The eye and the shell would read two lines.
  const unseen = holdsUnseen(line.replace(/[\n\t]/gu, ''))
  const doubts = unseen ? ['it holds characters that do not show'] : []
  try {
    const reader = new Reader(line)
    reader.visit(parse(line), line)
    const { commands, words, assignments, evaluates, substitutes } = reader
    const found = [...new Set([...doubts, ...reader.doubts])]
    const unread = found.includes(unparsed) ? { unread: unparsed } : {}
    const read = { commands, words, assignments, evaluates, substitutes }
    return { ...read, doubts: found, ...unread }
  } catch {
    return unreadLine(unparsed)
  }
}

const unparsed = 'it cannot be parsed'

function unreadLine(why: string): ShellLine {
  return {
    commands: [],
    words: [],
    assignments: [],
    evaluates: false,
    substitutes: false,
    doubts: [why],
    unread: why,
  }
}

class Reader {
  readonly commands: ShellCommand[] = []
  readonly doubts: string[] = []
  readonly words: ShellWord[] = []
  readonly assignments: ShellAssignment[] = []
  evaluates = false
  substitutes = false
  readonly #line: string

  constructor(line: string) {
    this.#line = line
  }

  /** `source` is the text that positions below `node` count in. */
  visit(node: SyntaxNode, source: string): void {
    if (!plainNodes.has(node.type))
      this.doubts.push(doubtOf[node.type] ?? 'it is more than plain commands')
    if (node.type === 'Script') this.#checkScript(node)
    if (node.type === 'Command') this.commands.push(readCommand(node, source))
    this.#collect(node)
    const below = node.type === 'Script' ? (node.source ?? source) : source
    forEachChild(node, (child) => this.visit(child, below))
  }

  #collect(node: SyntaxNode): void {
    if (evaluating.has(node.type)) this.evaluates = true
    if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') {
      this.substitutes = true
    }
    if (node.type === 'Word') this.words.push(readWord(node))
    if (node.type === 'ParameterExpansion') {
      const operation = node.operation?.type ?? ''
      if (node.index !== undefined || evaluating.has(operation)) this.evaluates = true
    }
    if (node.type !== 'Assignment') return
    if (node.index !== undefined) this.evaluates = true
    const value = node.value.type === 'Word' ? readWord(node.value) : undefined
    this.assignments.push({ name: node.name, value })
  }

  #checkScript(script: Extract<SyntaxNode, { type: 'Script' }>): void {
    const errors = 'errors' in script ? script.errors : undefined
    if (errors !== undefined && errors.length > 0) this.doubts.push(unparsed)
    if (script.commands.length === 0 && this.#line.trim() === '') this.doubts.push('it is empty')
  }
}

function readCommand(node: CommandNode, source: string): ShellCommand {
  const nodes = [...(node.name === undefined ? [] : [node.name]), ...node.args.filter(isWord)]
  const parts = nodes.map(readWord)
  const words = nodes.map((word) => word.value)
  const doubts: string[] = []
  const [name, ...rest] = parts
  if (name === undefined) doubts.push('it names no command')
  else if (!isLiteral(name)) doubts.push('the name of its command is not literal')
  if (rest.some(canBecomeOption)) doubts.push('a wildcard could become an option')
  if (parts.some(reachesHiddenNames)) doubts.push('a wildcard could stand for a hidden file')
  if (nodes.some(namesOtherHome)) doubts.push("it names a folder by `~` and somebody's name")
  return {
    words,
    parts,
    text: words.map(quoted).join(' '),
    written: source.slice(node.pos, node.end),
    writtenWords: nodes.map((word) => word.text),
    doubts,
  }
}

function isWord(node: SyntaxNode): node is Word {
  return node.type === 'Word'
}

/** `*` matches a file called `--output=x`; `./*` and `src/*` cannot become an option. */
function canBecomeOption(word: ShellWord): boolean {
  return word.pieces[0]?.kind === 'glob' || (word.value.startsWith('-') && !isLiteral(word))
}

/** `~root/x`, `~+`, `~-`: a folder that the line does not say. */
function namesOtherHome({ text }: Word): boolean {
  return /(?:^|[=:])~[^/]/u.test(text)
}

/** A word as a shell would read it back, quoted only where it must be. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./~*?[\]{}!^#-]+$/u.test(word)) return word
  return `'${word.split("'").join(`'\\''`)}'`
}
