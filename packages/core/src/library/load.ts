import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Diagnostic } from '../diagnostic.ts'
import type { DiscoverOptions } from '../discovery/index.ts'
import { byCodePoint } from '../names.ts'
import { compileEnablement, type Settings } from '../settings/index.ts'
import { type Recalled, recall } from './cache/index.ts'
import { type Found, findAndRead } from './find-and-read.ts'
import { deepFreeze } from './freeze.ts'
import { isSameSnapshot } from './same.ts'
import { ContentComparison } from './same-content.ts'
import { settleEntries } from './settle.ts'
import {
  type DigestCache,
  decideTrust,
  type ProjectVerdict,
  projectSkills,
  settingsVerdict,
  trustRoot,
} from './trust/index.ts'
import type { LibraryOptions, Snapshot } from './types.ts'
import { Verdicts } from './verdicts.ts'

/** What one pass leaves for the next, so that only what changed is read and hashed again. */
export interface Memory {
  readonly found: Found
  readonly verdicts: Verdicts
  readonly digests: DigestCache
  readonly contents: ContentComparison
  /** Nothing in it is newer than what an earlier process kept. */
  readonly isRecalled: boolean
  readonly answered?: NonNullable<ProjectVerdict['answered']>
}

/** A snapshot, and what the library needs beside it to activate, explain and read again. */
export interface Loaded {
  readonly snapshot: Snapshot
  readonly trust: ProjectVerdict
  readonly trustRoot: string
  readonly settings?: Settings
  readonly memory: Memory
  /** Present where the last pass failed as a whole, and the snapshot is older than it. */
  readonly failure?: Diagnostic
}

/**
 * One pass over everything: find, read, decide about trust, settle, freeze. Where each of these
 * says what it said before, the snapshot is the very same object.
 * @param now milliseconds since 1970
 */
export async function loadLibrary(
  options: LibraryOptions,
  settings: Settings | undefined,
  before: Loaded | undefined,
  now: number,
): Promise<Loaded> {
  const memory = before?.memory
  const digests = memory?.digests ?? new Map()
  const policy = options.trust ?? 'none'
  const subject = (repository: string | undefined) => ({
    root: trustRoot({ cwd: options.cwd, repository }),
    cache: digests,
    ...(memory?.answered === undefined ? {} : { answered: memory.answered }),
    ...(settings === undefined ? {} : { settings }),
  })
  let known: Recalled | Memory | undefined = memory
  const find = (applyProject: boolean): Promise<Found> => {
    const where = discoverOptions(options, settings, applyProject)
    known = memory ?? recall(options.cache, where)
    return findAndRead(where, known?.found, now)
  }
  // Settings lie in the folder that trust is about, so the question can be put before the search.
  const above = settings && dirname(dirname(settings.projectFile))
  const asIfTrusted = settingsVerdict(policy, subject(above)) !== false
  let found = await find(asIfTrusted)
  const project = subject(found.discovery.repository)
  const { files: read } = found
  const trust = await decideTrust(policy, () => projectSkills(read), project)
  if (asIfTrusted && !trust.settingsTrusted && (settings?.project.clients ?? []).length > 0) {
    found = await find(false)
  }
  const verdicts = new Verdicts(trust, projectSkills(found.files))
  const loaded = {
    trust,
    trustRoot: project.root,
    ...(settings === undefined ? {} : { settings }),
    memory: {
      found,
      verdicts,
      digests,
      contents: new ContentComparison(known?.contents),
      isRecalled: found === known?.found,
      ...(trust.answered === undefined ? {} : { answered: trust.answered }),
    },
  }
  const isUnchanged =
    before !== undefined &&
    before.failure === undefined &&
    found === before.memory.found &&
    verdicts.areSame(before.memory.verdicts) &&
    isDeepStrictEqual(settings, before.settings)
  if (isUnchanged) {
    const memory = { ...loaded.memory, contents: before.memory.contents }
    return { ...loaded, memory, snapshot: before.snapshot }
  }
  const snapshot = settle(options, loaded.memory, settings, before)
  return { ...loaded, snapshot }
}

/** What the files come to by what trust and the settings say; the earlier object where it says the same. */
function settle(
  { home }: LibraryOptions,
  { found: { discovery, files }, verdicts, contents }: Memory,
  settings: Settings | undefined,
  before: Loaded | undefined,
): Snapshot {
  const { trust } = verdicts
  const ruleFor = settings
    ? compileEnablement(settings, { home, projectTrusted: trust.settingsTrusted })
    : () => undefined
  const entries = settleEntries(files, { trust: verdicts, ruleFor, contents })
  const snapshot: Snapshot = {
    skills: entries
      .flatMap(({ state, skill }) => (state === 'loaded' && skill ? [skill] : []))
      .sort((a, b) => byCodePoint(a.name, b.name)),
    entries,
    roots: discovery.roots,
    diagnostics: [
      ...discovery.diagnostics,
      // Copies: a snapshot is frozen to its depths, and these are the caller's.
      ...structuredClone(settings?.diagnostics ?? []),
      ...structuredClone(trust.diagnostics),
      ...unappliedSettings(settings, trust),
    ],
    ...(discovery.repository === undefined ? {} : { repository: discovery.repository }),
    version: (before?.snapshot.version ?? 0) + 1,
  }
  const isSame = before !== undefined && isSameSnapshot(snapshot, before.snapshot)
  return isSame ? before.snapshot : deepFreeze(snapshot)
}

/**
 * Where to look. What a project's settings name in the repository is looked at in any case: it has
 * scope `project`, so without trust it is listed and nothing more. Further clients would bring in
 * folders of the person's own, so those wait for trust.
 */
function discoverOptions(
  options: LibraryOptions,
  settings: Settings | undefined,
  applyProject: boolean,
): DiscoverOptions {
  const { cwd, home, builtin } = options
  const from = (paths: readonly string[] | undefined, file: string) =>
    (paths ?? []).map((path) => ({ path, base: dirname(file) }))
  return {
    cwd,
    home,
    paths: [
      ...(options.paths ?? []),
      ...(settings ? from(settings.user.skills, settings.userFile) : []),
    ],
    projectPaths: settings ? from(settings.project.skills, settings.projectFile) : [],
    clients: [
      ...(options.clients ?? []),
      ...(settings?.user.clients ?? []),
      ...(applyProject ? (settings?.project.clients ?? []) : []),
    ],
    limits: { ...settings?.user.limits, ...options.limits },
    ...(builtin === undefined ? {} : { builtin }),
  }
}

function unappliedSettings(settings: Settings | undefined, trust: ProjectVerdict): Diagnostic[] {
  if (settings === undefined || trust.settingsTrusted) return []
  if (Object.keys(settings.project).length === 0) return []
  return [
    {
      code: 'trust/untrusted',
      severity: 'info',
      message: "The project's settings do not count until the project is trusted.",
      file: settings.projectFile,
      hint: 'Run `skillet trust`: it shows them, then asks.',
    },
  ]
}
