import { isDangerous, type OptionTable } from './option-table.ts'

/** Before the subcommand: settings, another repository, another place of programs, a pager. */
const gitGlobal: OptionTable = {
  long: ['--exec-path', '--config-env', '--git-dir', '--work-tree', '--paginate'],
  short: 'cCp',
}

/** After it, whatever the subcommand is. */
const gitLong = [
  '--output',
  '--output-directory',
  '--ext-diff',
  '--textconv',
  '--exec',
  '--upload-pack',
  '--receive-pack',
  '--open-files-in-pager',
  '--no-index',
  '--extcmd',
  '--config',
  '--template',
]

/** Short options that run or write, by subcommand. */
const gitShort: Readonly<Record<string, string>> = {
  archive: 'o',
  clone: 'cu',
  'format-patch': 'o',
  grep: 'O',
  rebase: 'x',
}

/** Subcommands that write settings which run, or run what they are given. */
const gitRunning = new Set([
  'config',
  'difftool',
  'mergetool',
  'filter-branch',
  'bisect',
  'submodule',
  'daemon',
])

/** Options before the subcommand whose value may be a word of its own. */
const valuedGlobals = new Set(
  '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source'.split(
    ' ',
  ),
)

/** The subcommand's place in the words after `git`; -1 where there is none. */
export function subcommandAt(words: readonly string[]): number {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!word.startsWith('-')) return at
    // git takes no value of `--exec-path` from the next word; no line that says so means well.
    if (valuedGlobals.has(word)) at += 1
  }
  return -1
}

/** The word that makes git run or write something, whatever else is there; words start after `git`. */
export function dangerousGitWord(words: readonly string[]): string | undefined {
  const at = subcommandAt(words)
  const global = at === -1 ? words : words.slice(0, at)
  const found = global.find((word) => isDangerous(word, gitGlobal))
  if (found !== undefined || at === -1) return found
  const subcommand = words[at] ?? ''
  if (gitRunning.has(subcommand)) return subcommand
  const short = Object.hasOwn(gitShort, subcommand) ? (gitShort[subcommand] ?? '') : ''
  return words.slice(at + 1).find((word) => isDangerous(word, { long: gitLong, short }))
}
