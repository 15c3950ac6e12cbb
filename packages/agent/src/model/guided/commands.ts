import type { InterpreterOf } from './interpreter.ts'
import type { Block } from './outline.ts'

/** Commands that a skill's text offers to run, exactly as they are written. */

const shells: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'shell',
  'zsh',
  'console',
  'terminal',
  'shell-session',
  'shellsession',
])

/** Shells whose commands mean something else, or nothing, in the one that `bash` runs. */
const otherShells: ReadonlySet<string> = new Set([
  'powershell',
  'pwsh',
  'ps1',
  'cmd',
  'bat',
  'batch',
  'fish',
  'nu',
])

const interpreters: ReadonlySet<string> = new Set([
  'bash',
  'bun',
  'deno',
  'node',
  'npx',
  'perl',
  'python',
  'python3',
  'ruby',
  'sh',
  'tsx',
  'uv',
  'zsh',
])

/** Whether a fenced block holds commands. */
export const isShell = (block: Block): boolean =>
  block.kind === 'code' && shells.has(block.language)

/** The language of a block that is for another shell; it is said, and not proposed. */
export const otherShell = (block: Block): string | undefined =>
  block.kind === 'code' && otherShells.has(block.language) ? block.language : undefined

/**
 * The commands of one block: a fenced shell block is one command line, unless it is a transcript
 * with `$` prompts; elsewhere inline code and lines count that run a file below `scripts/`.
 */
export function commandsIn(block: Block, resources: ReadonlySet<string>): readonly string[] {
  if (block.kind === 'heading') return []
  if (block.kind === 'code') return isShell(block) ? commandsOfShell(block.text) : []
  const spans = [...block.text.matchAll(/(?<!`)(`+)(?!`)([^`].{0,500}?)(?<!`)\1(?!`)/g)]
  const lines = block.text.split('\n').map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])?\s*/, ''))
  const candidates = [...spans.map(([, , code = '']) => code.trim()), ...lines]
  return [...new Set(candidates.filter((line) => runsScript(line, resources)))]
}

function commandsOfShell(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.some((line) => /^\s*\$ /.test(line))) return commandsOfTranscript(lines)
  const doesNothing = lines.every((line) => /^\s*(?:#.*)?$/.test(line))
  return doesNothing ? [] : [text.trim()]
}

/** Lines after a `$` are typed, with what `\` continues; the rest is what came back. */
function commandsOfTranscript(lines: readonly string[]): readonly string[] {
  const commands: string[] = []
  let continued = false
  for (const line of lines) {
    const typed = /^\s*\$ (.*)$/.exec(line)?.[1]
    if (typed !== undefined) commands.push(typed)
    else if (continued) commands.push(`${commands.pop() ?? ''}\n${line.replace(/^\s*> ?/, '')}`)
    continued = (typed !== undefined || continued) && line.endsWith('\\')
  }
  return commands.map((command) => command.trim()).filter((command) => command !== '')
}

function runsScript(line: string, resources: ReadonlySet<string>): boolean {
  const words = line.split(/\s+/)
  const at = interpreters.has(words[0] ?? '') ? (words[1] === 'run' ? 2 : 1) : 0
  const script = (words[at] ?? '').replace(/^\.\//, '')
  return script.startsWith('scripts/') && resources.has(script)
}

const plain = /^[\w@%+=:,./-]+$/

/** Where a skill's files are, and with what its scripts run. */
export interface SkillFiles {
  readonly directory: string
  /** Relative to it. */
  readonly resources: ReadonlySet<string>
  /** Default: every script runs by itself. */
  readonly interpreterOf?: InterpreterOf
}

/**
 * The same command with the skill's own files written out, since commands run in the workspace and
 * a skill writes its paths from its own folder. Only whole words that are files of the skill in a
 * folder of it change: a `README.md` may be the workspace's. A script that is the command itself and
 * cannot run as it is gets its interpreter in front.
 */
export function withSkillPaths(command: string, files: SkillFiles): string {
  const { directory, resources, interpreterOf = () => undefined } = files
  const parts = command.split(/([\s'"`;|&()<>=]+)/)
  const place = new PlaceInCommand()
  const written = parts.map((word, at) => {
    const isCommand = place.isCommandWord
    place.pass(word)
    const path = word.replace(/^\.\//, '')
    if (at % 2 === 1 || !path.includes('/') || !resources.has(path)) return word
    const whole = `${directory.replace(/\/+$/, '')}/${path}`
    const quoted = /['"`]$/.test(parts[at - 1] ?? '') || /^['"`]/.test(parts[at + 1] ?? '')
    if (!plain.test(whole) && (quoted || whole.includes("'"))) return word
    const interpreter = isCommand ? interpreterOf(whole) : undefined
    const safe = plain.test(whole) ? whole : `'${whole}'`
    return interpreter === undefined ? safe : `${interpreter} ${safe}`
  })
  return written.join('')
}

/** What stands before a word, carried along: looked at anew for each word, a long text takes minutes. */
class PlaceInCommand {
  #isBlank = true
  readonly #open = new Set<string>()
  /** The last separator, and the end of the word before it. */
  #tail = ''

  /** The first word of a line, or of what follows `;`, `|` or `&&`. A line may go on after a `\`. */
  get isCommandWord(): boolean {
    if (this.#isBlank) return true
    return this.#open.size === 0 && /[^>\\][\n;|&]\s{0,200}$/.test(this.#tail)
  }

  pass(part: string): void {
    if (part.trim() !== '') this.#isBlank = false
    for (const quote of part.match(/['"`]/g) ?? []) {
      if (!this.#open.delete(quote)) this.#open.add(quote)
    }
    this.#tail = `${this.#tail.slice(-1)}${part}`
  }
}
