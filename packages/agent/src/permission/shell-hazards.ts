import type { ShellCommand } from './shell-line.ts'

/**
 * Commands that run another command, or change what later ones mean. No pattern covers them: what
 * they run is in their arguments, where a pattern sees only text.
 */
const runners = new Set([
  'eval',
  'source',
  '.',
  'trap',
  'exec',
  'command',
  'builtin',
  'xargs',
  'env',
  'sudo',
  'doas',
  'su',
  'nohup',
  'setsid',
  'nice',
  'ionice',
  'timeout',
  'stdbuf',
  'parallel',
  'watch',
  'chroot',
  'unshare',
  'strace',
  'ltrace',
  'busybox',
  'script',
  'flock',
  'runuser',
  'systemd-run',
  'time',
  'coproc',
  'ssh',
])

const changers = new Set([
  'alias',
  'unalias',
  'export',
  'declare',
  'typeset',
  'local',
  'readonly',
  'read',
  'mapfile',
  'readarray',
  'let',
  'set',
  'shopt',
  'enable',
  'hash',
  'unset',
  'bind',
  'fc',
  'getopts',
  'pushd',
  'popd',
])

const shells = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'fish',
  'ash',
  'rbash',
  'mksh',
  'tcsh',
  'csh',
])

interface OptionTable {
  /** Long options (and long options with one dash) that run or write; abbreviations count too. */
  readonly long: readonly string[]
  /** Letters that do so as a short option, also in a cluster such as `-xo`. */
  readonly short: string
}

const tables: Readonly<Record<string, OptionTable>> = {
  rg: { long: ['--pre', '--pre-glob', '--hostname-bin', '--search-zip', '--config'], short: 'z' },
  find: {
    long: [
      '-exec',
      '-execdir',
      '-ok',
      '-okdir',
      '-delete',
      '-fprint',
      '-fprint0',
      '-fprintf',
      '-fls',
      '-files0-from',
    ],
    short: '',
  },
  sort: {
    long: ['--output', '--compress-program', '--temporary-directory', '--files0-from'],
    short: 'oT',
  },
  tar: {
    long: [
      '--to-command',
      '--checkpoint-action',
      '--use-compress-program',
      '--rsh-command',
      '--info-script',
      '--new-volume-script',
      '--rmt-command',
      '--extract',
      '--get',
      '--create',
      '--append',
      '--update',
      '--delete',
      '--concatenate',
      '--catenate',
      '--remove-files',
      '--index-file',
      '--listed-incremental',
    ],
    short: 'xcruAIFgG',
  },
}

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

function dangerousGitWord(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => !word.startsWith('-'))
  const global = at === -1 ? words : words.slice(0, at)
  const found = global.find((word) => isDangerous(word, gitGlobal))
  if (found !== undefined || at === -1) return found
  const subcommand = words[at] ?? ''
  if (gitRunning.has(subcommand)) return subcommand
  const short = Object.hasOwn(gitShort, subcommand) ? (gitShort[subcommand] ?? '') : ''
  return words.slice(at + 1).find((word) => isDangerous(word, { long: gitLong, short }))
}

/** The program that a command names: without folder, case and ending, as some systems take it. */
export function programName(command: Pick<ShellCommand, 'words'>): string {
  const name = command.words[0]?.split(/[\\/]/u).at(-1) ?? ''
  return name.toLowerCase().replace(/\.exe$/u, '')
}

/** Why no pattern covers this command, whatever the pattern says; undefined where one may. */
export function hazardOf(command: ShellCommand): string | undefined {
  const rest = command.words.slice(1)
  const name = programName(command)
  if (runners.has(name)) return `\`${name}\` runs what its arguments say`
  if (changers.has(name)) return `\`${name}\` changes what later commands mean`
  if (shells.has(name) && !runsScript(rest)) return `\`${name}\` runs what it is given as text`
  if (name === 'printf' && rest.some((word) => word.startsWith('-v')))
    return '`printf -v` assigns a variable'
  const option = dangerousWord(name, rest)
  return option === undefined ? undefined : `\`${option}\` makes ${name} run or write something`
}

/** `sh build.sh` runs a file that a pattern can name; `sh -c '…'` and a bare `sh` do not. */
function runsScript(words: readonly string[]): boolean {
  const first = words[0]
  return first !== undefined && !/^[-+]/u.test(first)
}

function dangerousWord(name: string, words: readonly string[]): string | undefined {
  if (name === 'git') return dangerousGitWord(words)
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined
  if (table === undefined) return undefined
  if (name !== 'tar') return words.find((word) => isDangerous(word, table))
  const [first = ''] = words
  // The first cluster needs no dash (`tar xf a.tar`), and `host:file` starts a remote shell.
  if (!first.startsWith('-') && hasLetter(first, table.short)) return first
  return words.find((word) => isDangerous(word, table) || /^[^/]*:/u.test(word))
}

function isDangerous(word: string, table: OptionTable): boolean {
  if (!word.startsWith('-') || word === '-' || word === '--') return false
  const option = word.split('=', 1)[0] ?? word
  if (word.startsWith('--')) {
    // Long options may be abbreviated, so whatever one of them starts with counts as it.
    return table.long.some(
      (long) => long === option || (option.length > 2 && long.startsWith(option)),
    )
  }
  if (table.long.includes(option)) return true
  return hasLetter(word.slice(1), table.short)
}

/** A letter anywhere in a cluster: what follows a short option that takes a value is not told apart. */
function hasLetter(cluster: string, letters: string): boolean {
  return Array.from(cluster).some((letter) => letters.includes(letter))
}

/**
 * What a command may run that stands in its own arguments: each is a command line for deny rules.
 * `sudo rm x` holds `rm x`, `sh -c 'rm x'` holds `rm x`, `find -exec rm {} +` holds `rm {} +`.
 * Undefined where it is given more words than can be looked at.
 */
export function heldCommands(command: ShellCommand): readonly string[] | undefined {
  const rest = command.words.slice(1)
  const name = programName(command)
  const held = runners.has(name) || shells.has(name) ? rest : name === 'find' ? afterExec(rest) : []
  if (held.length > mostHeld) return undefined
  return [...held.map((_, index) => held.slice(index).join(' ')), ...held]
}

const mostHeld = 200

function afterExec(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^-(?:exec|ok)(?:dir)?$/u.test(word))
  return at === -1 ? [] : words.slice(at + 1)
}
