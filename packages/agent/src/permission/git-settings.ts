import type { GitSetting } from './git-config.ts'

/** Sections none of whose settings makes a command that only looks run, fetch or read anything. */
const quietSections = new Set(
  [
    'advice am apply author branch checkout clean color column committer feature fetch gitflow',
    'i18n index init maintenance pack pull push rebase repack rerere status tag user versionsort',
  ].flatMap((line) => line.split(' ')),
)

/** In other sections these settings; `*` stands for any subsection. */
const quietSettings = new Set(
  [
    'core.abbrev core.autocrlf core.bare core.bigfilethreshold core.checkstat core.commentchar',
    'core.commitgraph core.compression core.eol core.filemode core.filesreflocktimeout',
    'core.fscache core.hidedotfiles core.hookspath core.ignorecase core.logallrefupdates',
    'core.longpaths core.multipackindex core.notesref core.packedgitlimit core.packedgitwindowsize',
    'core.precomposeunicode core.preloadindex core.protecthfs core.protectntfs core.quotepath',
    'core.repositoryformatversion core.safecrlf core.sharedrepository core.sparsecheckout',
    'core.sparsecheckoutcone core.splitindex core.symlinks core.trustctime core.untrackedcache',
    'core.warnambiguousrefs core.whitespace',
    'blame.coloring blame.date blame.showemail commit.cleanup commit.gpgsign commit.status commit.verbose',
    'diff.algorithm diff.colormoved diff.colormovedws diff.context diff.dirstat diff.ignoresubmodules',
    'diff.indentheuristic diff.interhunkcontext diff.mnemonicprefix diff.noprefix diff.renamelimit',
    'diff.renames diff.statgraphwidth diff.submodule diff.suppressblankempty diff.tool',
    'diff.wordregex diff.wserrorhighlight',
    'diff.*.algorithm diff.*.binary diff.*.cachetextconv diff.*.funcname diff.*.wordregex',
    'diff.*.xfuncname',
    'gc.auto gc.autodetach gc.autopacklimit gc.pruneexpire gc.reflogexpire gc.reflogexpireunreachable',
    'extensions.noop extensions.objectformat extensions.preciousobjects extensions.refstorage',
    'extensions.worktreeconfig gpg.format http.postbuffer',
    'lfs.repositoryformatversion lfs.*.access lfs.*.locksverify',
    'log.abbrevcommit log.date log.decorate log.follow log.mailmap log.showroot',
    'merge.conflictstyle merge.defaulttoupstream merge.directoryrenames merge.ff merge.log',
    'merge.renamelimit merge.renames merge.stat merge.tool merge.verbosity',
    'remote.pushdefault remote.*.fetch remote.*.followremotehead remote.*.gh-resolved',
    'remote.*.mirror remote.*.prune remote.*.prunetags remote.*.push remote.*.pushurl',
    'remote.*.skipdefaultupdate remote.*.skipfetchall remote.*.tagopt remote.*.url',
    'submodule.active submodule.fetchjobs submodule.recurse submodule.*.active submodule.*.branch',
    'submodule.*.fetchrecursesubmodules submodule.*.ignore submodule.*.url',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Whether a setting of a repository is known to make no ordinary git command run a program, fetch,
 * or go on in another file. Git gets new settings with every release, and programs beside it (LFS)
 * take theirs from the same file; so this says what is harmless instead of what is not.
 */
export function isQuietSetting({ section, subsection, key }: GitSetting): boolean {
  if (quietSections.has(section)) return true
  return quietSettings.has(subsection === undefined ? `${section}.${key}` : `${section}.*.${key}`)
}
