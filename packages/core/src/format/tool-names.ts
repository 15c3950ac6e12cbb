/**
 * Names that skills use for tools, and what they are called here. Skills are written for several
 * clients, so `tools: Read, Glob` must mean the same as `tools: read, find`.
 */

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

/** Skillet's own name of a tool (`Glob` → `find`), or the name in lower case where it has none. */
export function toolName(name: string): string {
  const folded = name.toLowerCase()
  return toolAliases.get(folded) ?? folded
}

export function isClientName(name: string): boolean {
  return clientNames.has(name.toLowerCase().replaceAll(/[ _]/g, '-'))
}

/** A tool pattern taken apart. */
export interface ToolPattern {
  /** As written, such as `Bash`. */
  readonly name: string
  /** What stands between the parentheses, such as `git add *`. */
  readonly argument?: string
}

/** `Bash(git add *)` → `{ name: 'Bash', argument: 'git add *' }`. */
export function parseToolPattern(pattern: string): ToolPattern {
  const open = pattern.indexOf('(')
  if (open <= 0 || !pattern.endsWith(')')) return { name: pattern }
  return { name: pattern.slice(0, open), argument: pattern.slice(open + 1, -1) }
}

/**
 * Splits at blanks and commas, never inside parentheses (bug 59).
 *
 * @example splitPatterns('Bash(git add *), Read') // ['Bash(git add *)', 'Read']
 */
export function splitPatterns(text: string): readonly string[] {
  const patterns: string[] = []
  let depth = 0
  let start = -1
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '(') depth++
    else if (char === ')' && depth > 0) depth--
    const separates =
      depth === 0 && (char === ' ' || char === ',' || char === '\t' || char === '\n')
    if (separates && start !== -1) {
      patterns.push(text.slice(start, at))
      start = -1
    } else if (!separates && start === -1) start = at
  }
  if (start !== -1) patterns.push(text.slice(start))
  return patterns
}
