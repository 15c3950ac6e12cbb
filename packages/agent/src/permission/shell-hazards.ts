import { dangerousGitWord } from './git-words.ts'
import { hasLetter, isDangerous, type OptionTable } from './option-table.ts'
import { shellScriptAt } from './script-operand.ts'
import type { ShellCommand } from './shell-line.ts'

/**
 * Commands that run another command, or change what later ones mean. No pattern covers them: what
 * they run is in their arguments, where a pattern sees only text.
 */
const runners = new Set(
  [
    'eval source . trap exec command builtin xargs env sudo doas su nohup setsid nice ionice timeout',
    'stdbuf parallel watch chroot unshare nsenter setpriv taskset chrt numactl prlimit strace ltrace',
    'valgrind perf busybox toybox script flock runuser pkexec gosu su-exec sg systemd-run time coproc',
    'ssh fakeroot proot firejail bwrap unbuffer rlwrap entr hyperfine choom dbus-run-session at batch',
    'crontab start-stop-daemon jobs fc bind complete compgen enable hash alias',
  ].flatMap((line) => line.split(' ')),
)

/** Of these what is run comes from elsewhere, or under another name: the words do not tell. */
const hiddenRunners = new Set(
  'fc bind complete compgen enable hash alias at batch crontab'.split(' '),
)

/**
 * The other commands that bash has built in, but for the harmless ones: it is a list without an
 * end that patterns need not follow.
 */
const changers = new Set(
  [
    'unalias export declare typeset local readonly read mapfile readarray let set shopt unset getopts',
    'pushd popd compopt history umask ulimit shift return break continue bg fg disown suspend logout',
    'caller dirs',
  ].flatMap((line) => line.split(' ')),
)

/** Options by which harmless built-in commands evaluate a name, and commands in its subscript. */
const evaluatingOptions: Readonly<Record<string, RegExp>> = {
  printf: /^-v/u,
  test: /^-[vR]$/u,
  '[': /^-[vR]$/u,
  wait: /^-.*p/u,
}

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

/** Options by which `tar` runs a program. */
const tarRunners = [
  '--to-command',
  '--checkpoint-action',
  '--use-compress-program',
  '--rsh-command',
  '--info-script',
  '--new-volume-script',
  '--rmt-command',
]

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
      ...tarRunners,
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
      '--files-from',
    ],
    short: 'xcruAIFgGT',
  },
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
  const evaluated = evaluatingOption(name, rest)
  if (evaluated !== undefined) return `\`${name} ${evaluated}\` evaluates the name it is given`
  const option = dangerousWord(name, rest)
  return option === undefined ? undefined : `\`${option}\` makes ${name} run or write something`
}

function evaluatingOption(name: string, words: readonly string[]): string | undefined {
  const option = Object.hasOwn(evaluatingOptions, name) ? evaluatingOptions[name] : undefined
  return option && words.find((word) => option.test(word))
}

/** Whether the shell itself evaluates what the command is given, as it does in arithmetic. */
export function evaluates(command: Pick<ShellCommand, 'words'>): boolean {
  const name = programName(command)
  return changers.has(name) || evaluatingOption(name, command.words.slice(1)) !== undefined
}

/** The word at which a command names a script for a shell; undefined where it names none. */
export function scriptAt(command: Pick<ShellCommand, 'words'>): number | undefined {
  if (!shells.has(programName(command))) return undefined
  const at = shellScriptAt(command.words.slice(1))
  return at === undefined ? undefined : at + 1
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

/** What kind of command it is, for whoever asks what it may run. */
export type CommandKind = 'runner' | 'hidden-runner' | 'shell' | 'other'

export function kindOf(name: string): CommandKind {
  if (hiddenRunners.has(name)) return 'hidden-runner'
  if (runners.has(name)) return 'runner'
  return shells.has(name) ? 'shell' : 'other'
}

/** Options that run a program of their own, in a text that is read by another's rules. */
const runningOptions: Readonly<Record<string, OptionTable>> = {
  rg: { long: ['--pre', '--hostname-bin'], short: '' },
  sort: { long: ['--compress-program'], short: '' },
  tar: {
    long: tarRunners,
    short: 'IF',
  },
}

/** The word that makes a program run something that cannot be read from its words. */
export function runningWord(name: string, words: readonly string[]): string | undefined {
  if (name === 'git') return dangerousGitWord(words)
  const table = Object.hasOwn(runningOptions, name) ? runningOptions[name] : undefined
  return table && words.find((word) => isDangerous(word, table))
}
