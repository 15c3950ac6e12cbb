import { subcommandAt } from './git-words.ts'
import type { Hazard } from './hazard.ts'

/** Before the subcommand, and harmless. */
const quietGlobals = new Set([
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  '--version',
  '-h',
  '-v',
])

/** How the short options of a subcommand are read: letters that take the rest, and refused ones. */
interface Letters {
  readonly valued: string
  readonly refused: string
}

const ofLogs: Letters = { valued: 'SGULnMCBlX', refused: 'O' }
const plain: Letters = { valued: '', refused: '' }

/**
 * Subcommands that only look, with all options in `quietOptions`. Whatever is not here may write,
 * run or fetch, and git gets new ones with every release; so this list says what is known to be
 * harmless instead of what is known not to be.
 */
const readers: Readonly<Record<string, Letters>> = {
  annotate: { valued: 'LMC', refused: 'S' },
  blame: { valued: 'LMC', refused: 'S' },
  'cat-file': plain,
  'check-attr': plain,
  'check-ignore': plain,
  cherry: plain,
  'count-objects': plain,
  describe: plain,
  diff: ofLogs,
  'diff-files': ofLogs,
  'diff-index': ofLogs,
  'diff-tree': ofLogs,
  'for-each-ref': plain,
  grep: { valued: 'eABCm', refused: 'Of' },
  log: ofLogs,
  'ls-files': { valued: 'x', refused: 'X' },
  'ls-tree': plain,
  'merge-base': plain,
  'name-rev': plain,
  'range-diff': ofLogs,
  'rev-list': ofLogs,
  'rev-parse': plain,
  shortlog: { ...ofLogs, valued: `${ofLogs.valued}w` },
  show: ofLogs,
  'show-branch': plain,
  'show-ref': plain,
  status: plain,
  version: plain,
  whatchanged: ofLogs,
}

/** Long options that neither write nor run nor read a file of their own, in any of the above. */
const quietOptions = new Set(
  [
    'abbrev abbrev-commit abbrev-ref after all all-match always ancestry-path and author author-date-order',
    'before binary boundary branch branches break-rewrites break cached candidates cc check cherry-mark',
    'cherry-pick children color color-moved color-words column columns combined committer compact-summary',
    'contains context count count-lines cumulative current date date-order decorate dirty deduplicate deleted',
    'dense diff-algorithm diff-filter diff-merges dirstat dst-prefix email encoding eol error-unmatch',
    'exact-match exclude exclude-standard exit-code extended-regexp files-with-matches files-without-match',
    'find-copies find-copies-harder find-object find-renames first-parent fixed-strings follow format fork-point',
    'full-diff full-history full-index full-name full-tree function-context git-common-dir git-dir glob graph grep',
    'grep-reflog histogram heads heading histogram ignore-all-space ignore-blank-lines ignore-case',
    'ignore-cr-at-eol ignore-space-at-eol ignore-space-change ignore-submodules ignored incremental',
    'independent indent-heuristic inter-hunk-context invert-grep invert-match is-ancestor is-bare-repository',
    'is-inside-work-tree is-shallow-repository killed left-only left-right line-number line-porcelain',
    'literal local-env-vars long log-size mailmap match max-count max-depth max-parents max-results merge-base',
    'merged merges min-parents minimal modified name-only name-status no-abbrev no-abbrev-commit',
    'no-ahead-behind no-color no-contains no-decorate no-ext-diff no-merged no-merges no-notes no-patch',
    'no-prefix no-relative no-renames no-textconv no-walk no-flags no-revs no-column not notes null numbered numstat',
    'object-only objects octopus oneline only-matching or others parents patch patch-with-raw',
    'patch-with-stat patience perl-regexp pickaxe-all pickaxe-regex points-at porcelain pretty quiet',
    'raw recurse-submodules refs regexp-ignore-case relative relative-date remotes remove-empty',
    'rename-empty resolve-git-dir reverse right-only root score-debug semantic short shortstat',
    'show-cdup show-current show-email show-function show-name show-number show-notes show-object-format',
    'show-prefix show-root show-stash show-superproject-working-tree show-toplevel show-untracked-cache shared-index-path simplify-by-decoration',
    'simplify-merges since skip sort source sparse src-prefix stage staged stat stat-count stat-graph-width',
    'stat-name-width stat-width submodule subject-prefix summary symbolic-full-name tags text threads',
    'topo-order unified unmerged unresolved untracked-files until verbose verify walk-reflogs',
    'word-diff word-diff-regex word-regexp width ws-error-highlight',
  ].flatMap((line) => line.split(' ')),
)

/** Listing forms of subcommands that can also change something: nothing but these words. */
const lists: Readonly<Record<string, readonly string[]>> = {
  branch: [
    '-a',
    '-r',
    '-v',
    '-vv',
    '-av',
    '-avv',
    '--all',
    '--remotes',
    '--list',
    '--show-current',
    '--verbose',
  ],
  reflog: ['show'],
  remote: ['-v', '--verbose'],
  stash: ['list'],
  tag: ['-l', '--list', '-n'],
  worktree: ['list', '--porcelain'],
}

/** Listing needs one of its words, where the bare subcommand does something else. */
const neverBare = new Set(['stash', 'worktree'])

/**
 * Subcommands that record what is there and touch no file of the work tree: a pattern that names
 * one (`git commit *`) means what it does. Others can bring files along, protected ones too, or run
 * what they are given.
 */
const recorders = new Set(['add', 'branch', 'commit', 'tag'])

/** What speaks against a wildcard for a git command; words start after `git`. */
export function gitHazard(words: readonly string[]): Hazard | undefined {
  const at = subcommandAt(words)
  const global = (at === -1 ? words : words.slice(0, at)).find((word) => !quietGlobals.has(word))
  if (global !== undefined) return unknown(`git ${global}`, words.indexOf(global))
  if (at === -1) return undefined
  const subcommand = words[at] ?? ''
  const rest = words.slice(at + 1)
  const letters = Object.hasOwn(readers, subcommand) ? readers[subcommand] : undefined
  if (letters !== undefined) {
    const option = strangeOption(rest, letters)
    return option === undefined ? undefined : unknown(`git ${subcommand} ${option}`, at)
  }
  if (isListing(subcommand, rest)) return undefined
  const found = unknown(`git ${subcommand}`, at)
  return recorders.has(subcommand) ? { ...found, excusedBy: 'naming' } : found
}

function unknown(what: string, at: number): Hazard {
  const reason = `\`${what}\` is not known to only read`
  return { reason, word: at + 1, excusedBy: 'nobody', runs: false }
}

function isListing(subcommand: string, rest: readonly string[]): boolean {
  const known = Object.hasOwn(lists, subcommand) ? (lists[subcommand] ?? []) : undefined
  if (known === undefined || (rest.length === 0 && neverBare.has(subcommand))) return false
  return rest.every((word) => known.includes(word))
}

function strangeOption(words: readonly string[], letters: Letters): string | undefined {
  for (const word of words) {
    if (word === '--') return undefined
    if (!word.startsWith('-') || word === '-') continue
    if (word.startsWith('--') ? !isQuiet(word) : !isQuietCluster(word, letters)) return word
  }
  return undefined
}

/** Only whole names: an abbreviation could be short for anything. */
function isQuiet(word: string): boolean {
  return quietOptions.has(word.slice(2).split('=', 1)[0] ?? '')
}

function isQuietCluster(word: string, { valued, refused }: Letters): boolean {
  for (const letter of word.slice(1)) {
    if (refused.includes(letter)) return false
    if (valued.includes(letter)) return true
  }
  return true
}
