import { forEachChild, parse, type SyntaxNode, type Word } from 'unbash'

type CommandNode = Extract<SyntaxNode, { type: 'Command' }>

/** One simple command of a line. */
export interface ShellCommand {
  /** Name and arguments as the program would get them; as written where they are not literal. */
  readonly words: readonly string[]
  /** The words, quoted where they need it, with one blank between: what patterns are compared with. */
  readonly text: string
  /** As written in the line. */
  readonly written: string
  /** Why no pattern covers it, whatever the pattern says. */
  readonly doubts: readonly string[]
}

/** A command line taken apart. */
export interface ShellLine {
  /** Every simple command, those inside substitutions and loops too. */
  readonly commands: readonly ShellCommand[]
  /** Why no pattern covers the line, whatever its commands are. */
  readonly doubts: readonly string[]
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

/**
 * Takes a command line apart. What is not understood for certain is a doubt, and a line with a
 * doubt is covered by no pattern: a person decides.
 */
export function readShellLine(line: string): ShellLine {
  if (line.length > longestLine) return { commands: [], doubts: ['it is too long to be judged'] }
  // A carriage return ends a line for the eye and not for the shell.
  const doubts = /[\r\0]/u.test(line) ? ['it holds control characters'] : []
  try {
    const reader = new Reader(line)
    reader.visit(parse(line), line)
    return { commands: reader.commands, doubts: [...new Set([...doubts, ...reader.doubts])] }
  } catch {
    return { commands: [], doubts: [...doubts, 'it cannot be parsed'] }
  }
}

class Reader {
  readonly commands: ShellCommand[] = []
  readonly doubts: string[] = []
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
    const below = node.type === 'Script' ? (node.source ?? source) : source
    forEachChild(node, (child) => this.visit(child, below))
  }

  #checkScript(script: Extract<SyntaxNode, { type: 'Script' }>): void {
    const errors = 'errors' in script ? script.errors : undefined
    if (errors !== undefined && errors.length > 0) this.doubts.push('it cannot be parsed')
    if (script.commands.length === 0 && this.#line.trim() === '') this.doubts.push('it is empty')
  }
}

function readCommand(node: CommandNode, source: string): ShellCommand {
  const nodes = [...(node.name === undefined ? [] : [node.name]), ...node.args.filter(isWord)]
  const words = nodes.map((word) => word.value)
  const doubts: string[] = []
  if (node.name === undefined) doubts.push('it names no command')
  else if (!isLiteral(node.name)) doubts.push('the name of its command is not literal')
  if (nodes.slice(1).some(canBecomeOption)) doubts.push('a wildcard could become an option')
  return {
    words,
    text: words.map(quoted).join(' '),
    written: source.slice(node.pos, node.end),
    doubts,
  }
}

function isWord(node: SyntaxNode): node is Word {
  return node.type === 'Word'
}

function isLiteral(word: Word): boolean {
  const literal = ['Literal', 'SingleQuoted', 'DoubleQuoted']
  return (word.parts ?? []).every(
    (part) =>
      literal.includes(part.type) &&
      (part.type !== 'DoubleQuoted' || part.parts.every((inner) => inner.type === 'Literal')),
  )
}

/** `*` matches a file called `--output=x`; `./*` and `src/*` cannot become an option. */
function canBecomeOption(word: Word): boolean {
  const first = word.parts?.[0]
  return first?.type === 'Glob' || (word.value.startsWith('-') && !isLiteral(word))
}

/** A word as a shell would read it back, quoted only where it must be. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./~*?[\]{}!^#-]+$/u.test(word)) return word
  return `'${word.split("'").join(`'\\''`)}'`
}
