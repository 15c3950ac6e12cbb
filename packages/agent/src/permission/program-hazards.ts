import { gitHazard } from './git-commands.ts'
import type { Hazard } from './hazard.ts'
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

const copying = 'copy whatever a folder holds, protected places included'

const looks: Readonly<Record<string, Look>> = {
  sed: (words) => (harmlessSed(words) ? undefined : wholly('run or write something', true)),
  awk: (words) => (harmlessAwk(words) ? undefined : wholly('run or write something', true)),
  fd: option({ short: 'xX', long: ['--exec', '--exec-batch'] }, 'run a program', true),
  tree: option({ short: 'oR', long: ['--output'] }, 'write a file', false),
  split: option({ short: '', long: ['--filter'] }, 'run a program', true),
  cp: option({ short: 'rRa', long: ['--recursive', '--archive'] }, copying, false),
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
  gcp: 'cp',
}

/** Why a wildcard does not cover a command, by what its program does with such words. */
export function programHazard(name: string, words: readonly string[]): Hazard | undefined {
  if (name === 'git') return gitHazard(words)
  if (pagersAndEditors.has(name)) {
    return hazard(name, { word: -1, does: 'run what it is told while it runs', runs: true })
  }
  if (unpackers.has(name)) {
    return hazard(name, { word: -1, does: 'write whatever is packed', runs: false })
  }
  if (interpreters.test(name)) return interpreterHazard(name, words)
  const known = Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name
  const found = Object.hasOwn(looks, known) ? looks[known]?.(words) : undefined
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
function interpreterHazard(name: string, words: readonly string[]): Hazard | undefined {
  const at = words.findIndex((word) => !quietInterpreterOptions.test(word))
  const first = words[at]
  const text = first === undefined ? words.length === 0 : isProgramText(name, first)
  if (!text) return undefined
  const reason = `\`${name}\` runs a program that is in its words or its input`
  return { reason, word: 0, excusedBy: 'person', runs: true }
}

/** Clients of databases have no script operand: whatever they are given can be a command to run. */
function isProgramText(name: string, first: string): boolean {
  if (/^(?:sqlite3|psql|mysql|mariadb|redis-cli|mongosh)/u.test(name)) return true
  return (
    first.startsWith('-') || /^(?:eval|repl|x)$/u.test(first) || /^\/(?:dev|proc)\//u.test(first)
  )
}

interface Options {
  readonly short: string
  readonly long: readonly string[]
}

function option({ short, long }: Options, does: string, runs: boolean): Look {
  return (words) => {
    const word = words.findIndex((each) => {
      if (!each.startsWith('-') || each === '-' || each === '--') return false
      if (!each.startsWith('--')) return Array.from(each).some((letter) => short.includes(letter))
      const name = each.split('=', 1)[0] ?? each
      return long.some((one) => one.startsWith(name))
    })
    return word === -1 ? undefined : { word, does, runs }
  }
}

function wholly(does: string, runs: boolean): Found {
  return { word: -1, does, runs }
}
