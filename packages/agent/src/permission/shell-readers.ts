import { programName } from './shell-hazards.ts'

/** Programs that only look at the files they are given. */
const readers = new Set([
  'cat',
  'head',
  'tail',
  'less',
  'more',
  'wc',
  'ls',
  'grep',
  'rg',
  'find',
  'diff',
  'cmp',
  'file',
  'stat',
  'jq',
  'sort',
  'md5sum',
  'sha256sum',
  'test',
  '[',
])

/** Programs whose first argument is a script that they run. */
const interpreters = new Set([
  'python',
  'python3',
  'node',
  'deno',
  'bun',
  'tsx',
  'bash',
  'sh',
  'zsh',
  'ruby',
  'perl',
  'php',
  'rscript',
  'lua',
])

/**
 * Whether a command does no more with the file that it names at `index` than read or run it: a
 * skill's own scripts and references are there for that.
 */
export function onlyReads(words: readonly string[], index: number): boolean {
  const name = programName({ words })
  if (readers.has(name)) return true
  const first = words.findIndex((word, at) => at > 0 && !word.startsWith('-'))
  return interpreters.has(name) && index === first
}
