import { gitHazard } from './git-commands.ts'
import type { Hazard } from './hazard.ts'
import { isOptionOf } from './option-table.ts'
import { isStream } from './script-operand.ts'
import { harmlessAwk, harmlessSed } from './script-texts.ts'

type Look = (words: readonly string[]) => Found | undefined

/** What was found, and in which word after the program's name. */
interface Found {
  readonly word: number
  readonly does: string
  readonly runs: boolean
}

/** Show files, and run what a key, an option or a variable says. */
const pagersAndEditors = new Set(
  'less more most pg man info vi vim nvim view vimdiff rvim rview ex ed red emacs emacsclient nano pico joe micro gdb lldb m4 dc tmux screen expect ftp sftp telnet'.split(
    ' ',
  ),
)

/** Write whatever an archive, a patch or a copied folder holds, protected places included. */
const unpackers = new Set(
  'unzip unar unrar 7z 7za 7zr cpio pax bsdtar ar patch rsync git-apply jar zip scp'.split(' '),
)

/** Their arguments are a program in their own language, or name one. */
const interpreters =
  /^(?:python|pypy|perl|ruby|php|lua|luajit|node|nodejs|deno|bun|tsx|ts-node|rscript|r|julia|osascript|pwsh|powershell|tclsh|wish|guile|racket|groovy|jshell|irb|ghci|sqlite3|psql|mysql|mariadb|redis-cli|mongosh)[\d.]*$/u

/** Options before a script that change nothing about which program runs. */
const quietInterpreterOptions = /^(?:-u|--version|--help|--no-warnings)$/u

/** Options of package managers, by which another shell, another folder or another setting decides. */
const packageOptions: Options = {
  short: 'cC',
  long: [
    '--script-shell',
    '--shell',
    '--call',
    '--package',
    '--prefix',
    '--dir',
    '--cwd',
    '--node-options',
    '--userconfig',
    '--globalconfig',
    '--config',
    '--editor',
    '--viewer',
    '--browser',
    '--git',
    '--init-module',
    '--use-node-version',
  ],
}

/** Options of builders and test runners that make them run what another file, or the words, say. */
const builderOptions = {
  make: { short: 'fCI', long: ['--file', '--makefile', '--directory', '--eval', '--include-dir'] },
  cargo: { short: 'ZC', long: ['--config', '--manifest-path'] },
  go: { short: 'C', long: ['-exec', '-toolexec', '-vettool', '-overlay', '-modfile', '-ldflags'] },
  pytest: {
    short: 'pco',
    long: ['--rootdir', '--confcutdir', '--override-ini', '--config-file', '--import-mode'],
  },
  jest: {
    short: 'c',
    long: ['--config', '--rootDir', '--globalSetup', '--setupFiles', '--transform', '--runner'],
  },
  vitest: { short: 'cr', long: ['--config', '--root', '--dir', '--globalSetup'] },
  eslint: {
    short: 'cfo',
    long: [
      '--config',
      '--plugin',
      '--rulesdir',
      '--resolve-plugins-relative-to',
      '--parser',
      '--format',
      '--output-file',
    ],
  },
  prettier: { short: '', long: ['--plugin', '--config', '--find-config-path'] },
  gradle: {
    short: 'Ibcp',
    long: ['--init-script', '--build-file', '--project-dir', '--settings-file'],
  },
  mvn: { short: 'fDs', long: ['--file', '--define', '--settings'] },
} satisfies Readonly<Record<string, Options>>

const copying = 'copy whatever a folder holds, protected places included'

const looks: Readonly<Record<string, Look>> = {
  sed: (words) => (harmlessSed(words) ? undefined : wholly('run or write something', true)),
  awk: (words) => (harmlessAwk(words) ? undefined : wholly('run or write something', true)),
  fd: option({ short: 'xX', long: ['--exec', '--exec-batch'] }, 'run a program', true),
  tree: option({ short: 'oR', long: ['--output'] }, 'write a file', false),
  split: option({ short: '', long: ['--filter'] }, 'run a program', true),
  cp: option({ short: 'rRa', long: ['--recursive', '--archive'] }, copying, false),
  npm: packageManager,
  npx: packageManager,
  pnpm: packageManager,
  pnpx: packageManager,
  yarn: packageManager,
  make: (words) =>
    assigning(words) ?? option(builderOptions.make, 'run what another file says', false)(words),
  uniq: secondOperand(/^-(?:[fsw]|-(?:skip-fields|skip-chars|check-chars))$/u),
  xxd: (words) =>
    option({ short: 'r', long: ['-revert'] }, 'write a file', false)(words) ??
    secondOperand(/^-(?:[cglos]|cols|groupsize|len|seek|name|n|R)$/u)(words),
  install: () => wholly('write what it is told', false),
  shuf: option({ short: 'o', long: ['--output'] }, 'write a file', false),
  iconv: option({ short: 'o', long: ['--output'] }, 'write a file', false),
  yq: option({ short: 'i', long: ['--inplace', '--in-place'] }, 'write a file', false),
  file: option({ short: 'C', long: ['--compile'] }, 'write a file', false),
  cpp: () => wholly('write its second operand', false),
  curl: option({ short: 'K', long: ['--config'] }, 'take options from a file', false),
  wget: option(
    { short: 'ei', long: ['--execute', '--config', '--use-askpass', '--input-file'] },
    'take options from elsewhere',
    false,
  ),
}

const otherNames: Readonly<Record<string, string>> = {
  gsed: 'sed',
  gawk: 'awk',
  mawk: 'awk',
  nawk: 'awk',
  fdfind: 'fd',
  gmake: 'make',
  gradlew: 'gradle',
  mvnw: 'mvn',
  'py.test': 'pytest',
  guniq: 'uniq',
  ginstall: 'install',
  gshuf: 'shuf',
  gcp: 'cp',
}

/**
 * Why a wildcard does not cover a command, by what its program does with such words.
 *
 * @param folders absolute folders that it may run in
 */
export function programHazard(
  name: string,
  words: readonly string[],
  folders: readonly string[],
): Hazard | undefined {
  if (name === 'git') return gitHazard(words)
  if (pagersAndEditors.has(name)) {
    return hazard(name, { word: -1, does: 'run what it is told while it runs', runs: true })
  }
  if (unpackers.has(name)) {
    return hazard(name, { word: -1, does: 'write whatever is packed', runs: false })
  }
  if (interpreters.test(name)) return interpreterHazard(name, words, folders)
  const known = Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name
  const found = (Object.hasOwn(looks, known) ? looks[known] : builder(known))?.(words)
  return found === undefined ? undefined : hazard(name, found)
}

function hazard(name: string, { word, does, runs }: Found): Hazard {
  return {
    reason: `\`${name}\` with these words may ${does}`,
    word: word + 1,
    excusedBy: 'nobody',
    runs,
  }
}

/** A script that a pattern can name is one thing; a program in an option or on standard input another. */
function interpreterHazard(
  name: string,
  words: readonly string[],
  folders: readonly string[],
): Hazard | undefined {
  const first = words[operandAt(words)]
  const text =
    first === undefined
      ? words.length === 0
      : isProgramText(name, first) || isStream(first, folders)
  if (!text) return undefined
  const reason = `\`${name}\` runs a program that is in its words or its input`
  return { reason, word: 0, excusedBy: 'person', runs: true }
}

/** Clients of databases have no script operand: whatever they are given can be a command to run. */
function isProgramText(name: string, first: string): boolean {
  if (/^(?:sqlite3|psql|mysql|mariadb|redis-cli|mongosh)/u.test(name)) return true
  return first.startsWith('-') || /^(?:eval|repl|x)$/u.test(first)
}

function operandAt(words: readonly string[]): number {
  return words.findIndex((word) => !quietInterpreterOptions.test(word))
}

/** The word at which an interpreter is given a script; undefined where a command names none. */
export function interpretedAt(name: string, words: readonly string[]): number | undefined {
  if (!interpreters.test(name)) return undefined
  const at = operandAt(words)
  return at === -1 || isProgramText(name, words[at] ?? '') ? undefined : at
}

interface Options {
  readonly short: string
  readonly long: readonly string[]
}

function option({ short, long }: Options, does: string, runs: boolean): Look {
  return (words) => {
    const word = words.findIndex((each) => {
      if (!each.startsWith('-') || each === '-' || each === '--') return false
      const name = each.split('=', 1)[0] ?? each
      if (!each.startsWith('--')) {
        return long.includes(name) || Array.from(each).some((letter) => short.includes(letter))
      }
      return long.some((one) => one.startsWith(name))
    })
    return word === -1 ? undefined : { word, does, runs }
  }
}

function builder(name: string): Look | undefined {
  const options = Object.entries(builderOptions).find(([known]) => known === name)?.[1]
  return options && option(options, 'run what another file says', false)
}

/** `make SHELL=./x` and `make CC=./x` run what the words say. */
function assigning(words: readonly string[]): Found | undefined {
  const word = words.findIndex((each) => /^[^-=][^=]*=/u.test(each))
  return word === -1 ? undefined : { word, does: 'run what a variable says', runs: false }
}

/** npm takes long options with one dash, and what stands behind `--` is the script's own. */
function packageManager(words: readonly string[]): Found | undefined {
  const end = words.indexOf('--')
  const own = end === -1 ? words : words.slice(0, end)
  const word = own.findIndex(
    (each) =>
      isOptionOf(each, packageOptions.long) ||
      (/^-[^-]/u.test(each) && packageOptions.short.includes(each.charAt(1))),
  )
  return word === -1 ? undefined : { word, does: 'run what an option says', runs: false }
}

/** Programs that read their first operand and write their second. */
function secondOperand(takesValue: RegExp): Look {
  return (words) => {
    let operands = 0
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? ''
      if (takesValue.test(word)) at += 1
      else if (word === '-' || !/^[-+]./u.test(word) || words.slice(0, at).includes('--')) {
        operands += 1
        if (operands === 2) return { word: at, does: 'write its second operand', runs: false }
      }
    }
    return undefined
  }
}

function wholly(does: string, runs: boolean): Found {
  return { word: -1, does, runs }
}
