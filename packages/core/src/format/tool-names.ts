/**
 * Names that skills use for tools, and what they are called here. Skills are written for several
 * clients, so `tools: Read, Glob` must mean the same as `tools: read, find`.
 */

import { editDistance } from '../edit-distance.ts'

/** Other clients' tool names, in lower case, and Skillet's own. */
const toolAliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    read: 'read',
    readfile: 'read',
    read_file: 'read',
    notebookread: 'read',
    view: 'read',
    bash: 'bash',
    shell: 'bash',
    terminal: 'bash',
    run_shell_command: 'bash',
    edit: 'edit',
    multiedit: 'edit',
    notebookedit: 'edit',
    str_replace: 'edit',
    replace: 'edit',
    write: 'write',
    writefile: 'write',
    write_file: 'write',
    create: 'write',
    grep: 'grep',
    search: 'grep',
    search_file_content: 'grep',
    ripgrep: 'grep',
    glob: 'find',
    find: 'find',
    ls: 'ls',
    list: 'ls',
    listdir: 'ls',
    list_directory: 'ls',
  }),
)

/** Names of clients, in lower case, that many real skills list under `tools` to say where they work. */
const clientNames: ReadonlySet<string> = new Set([
  'aider',
  'amp',
  'antigravity',
  'any-ai',
  'chatgpt',
  'claude',
  'claude-ai',
  'claude-code',
  'claude-desktop',
  'claude.ai',
  'cline',
  'codebuddy',
  'codex',
  'codex-cli',
  'continue',
  'copilot',
  'cursor',
  'gemini',
  'gemini-cli',
  'github-copilot',
  'goose',
  'kilo',
  'kilocode',
  'kimi',
  'kiro',
  'openai-codex',
  'openclaw',
  'opencode',
  'pi',
  'qwen',
  'qwen-code',
  'roo',
  'roo-code',
  'roocode',
  'trae',
  'vscode',
  'windsurf',
  'zed',
])

/**
 * Skillet's own name of a tool, or the name in lower case where it has none. Throws nothing.
 *
 * @param name as some client calls it
 * @returns the name that rules and pools compare
 * @example
 * toolName('Glob') // → 'find'
 */
export function toolName(name: string): string {
  const folded = name.toLowerCase()
  return toolAliases.get(folded) ?? folded
}

/** Those that other clients have nothing like. */
const furtherTools: ReadonlySet<string> = new Set(['activate_skill', 'search_skills', 'skill'])

/** Whether Skillet has a tool that this names. */
export function isTool(name: string): boolean {
  const folded = name.toLowerCase()
  return toolAliases.has(folded) || furtherTools.has(folded)
}

/**
 * Whether this is the name of a client and not of a tool: real skills list some under `tools` to
 * say where they work. Throws nothing.
 *
 * @param name as written; case does not count, and a blank or `_` is a hyphen
 * @returns false for every tool, whosever it is
 * @example
 * isClientName('Claude Code') // → true
 * isClientName('Glob') // → false
 */
export function isClientName(name: string): boolean {
  return clientNames.has(name.toLowerCase().replaceAll(/[ _]/g, '-'))
}

/** Tools as people write them, to tell a slip by. Names of three letters are too near to others. */
const commonTools =
  'Read Write Edit MultiEdit NotebookEdit Bash Grep Glob Find WebFetch WebSearch TodoWrite AskUserQuestion Task Agent Skill'
    .split(' ')
    .map((tool) => ({ tool, word: tool.toLowerCase() }))

/**
 * The tool that was most likely meant by a name that is one slip away from it, such as `Reed`.
 * Undefined for every name that a tool has, for the names of clients, and for what looks like a
 * tool of another program or server, such as `mcp__github__get_issue`.
 */
export function likelyTool(name: string): string | undefined {
  const folded = name.toLowerCase()
  if (toolAliases.has(folded) || isClientName(name) || !/^[a-z]{4,}$/.test(folded)) return undefined
  if (commonTools.some(({ word }) => word === folded)) return undefined
  const limit = folded.length > 5 ? 2 : 1
  return commonTools.find(
    ({ word }) => word[0] === folded[0] && editDistance(folded, word, limit) <= limit,
  )?.tool
}

/** A tool pattern taken apart. */
export interface ToolPattern {
  /** As written, such as `Bash`. */
  readonly name: string
  /** What stands between the parentheses, such as `git add *`. */
  readonly argument?: string
}

/**
 * Takes a tool pattern apart. Throws nothing: what has no parentheses is a bare name.
 *
 * @param pattern such as `Bash(git add *)`
 * @returns name and argument, as written
 * @example
 * parseToolPattern('Bash(git add *)') // → { name: 'Bash', argument: 'git add *' }
 */
export function parseToolPattern(pattern: string): ToolPattern {
  const open = pattern.indexOf('(')
  if (open <= 0 || !pattern.endsWith(')')) return { name: pattern }
  return { name: pattern.slice(0, open), argument: pattern.slice(open + 1, -1) }
}

/**
 * Splits at blanks and commas, never inside parentheses. Parentheses belong to the name before them,
 * blanks or not, so that `Bash (git *)` does not stand for every command. Throws nothing.
 *
 * @param text as `allowed-tools` and `tools` have it
 * @returns the patterns, in order, without quotes around them
 * @example
 * splitPatterns('Bash(git add *), Read') // → ['Bash(git add *)', 'Read']
 */
export function splitPatterns(text: string): readonly string[] {
  const patterns: string[] = []
  let depth = 0
  let start = -1
  let afterComma = true
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '(') depth++
    else if (char === ')' && depth > 0) depth--
    const separates =
      depth === 0 && (char === ' ' || char === ',' || char === '\t' || char === '\n')
    if (separates && start !== -1) {
      add(patterns, text.slice(start, at), afterComma)
      start = -1
      afterComma = false
    } else if (!separates && start === -1) start = at
    if (separates && char === ',') afterComma = true
  }
  if (start !== -1) add(patterns, text.slice(start), afterComma)
  return patterns
}

function add(patterns: string[], piece: string, afterComma: boolean): void {
  const before = patterns.at(-1)
  const belongsToIt = piece.startsWith('(') && !afterComma && before?.endsWith(')') === false
  if (belongsToIt) patterns[patterns.length - 1] = unquoted(`${before}${piece}`)
  else patterns.push(unquoted(piece))
}

/** `"Read", "Grep"` without the brackets that would make a list of it. */
function unquoted(pattern: string): string {
  const [, inner] = /^["']?([^"'()]+(?:\(.*\))?)["']?$/s.exec(pattern) ?? []
  return inner ?? pattern
}
