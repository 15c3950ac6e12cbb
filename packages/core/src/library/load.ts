import { dirname } from 'node:path'
import type { Diagnostic } from '../diagnostic.ts'
import { type DiscoverOptions, type Discovery, discoverEach } from '../discovery/index.ts'
import { byCodePoint } from '../names.ts'
import { compileEnablement, type Settings } from '../settings/index.ts'
import type { Skill } from '../skill.ts'
import { deepFreeze } from './freeze.ts'
import { type KnownFiles, knownFile, nothingKnown, type ReadFile, readFile } from './read-file.ts'
import { settleEntries } from './settle.ts'
import {
  type DigestCache,
  decideTrust,
  type ProjectVerdict,
  settingsVerdict,
  trustRoot,
} from './trust/index.ts'
import type { LibraryOptions, Snapshot } from './types.ts'

/** What one pass leaves for the next, so that only what changed is read and hashed again. */
export interface Memory {
  readonly known: KnownFiles
  readonly digests: DigestCache
  readonly answered?: NonNullable<ProjectVerdict['answered']>
  readonly version: number
}

export function emptyMemory(): Memory {
  return { known: nothingKnown, digests: new Map(), version: 0 }
}

/** A snapshot, and what the library needs beside it to activate and explain. */
export interface Loaded {
  readonly snapshot: Snapshot
  readonly trust: ProjectVerdict
  readonly trustRoot: string
  readonly settings?: Settings
  readonly memory: Memory
}

/**
 * One pass over everything: find, read, decide about trust, settle, freeze.
 * @param now milliseconds since 1970
 */
export async function loadLibrary(
  options: LibraryOptions,
  settings: Settings | undefined,
  memory: Memory,
  now: number,
): Promise<Loaded> {
  const policy = options.trust ?? 'none'
  const subject = (repository: string | undefined) => ({
    root: trustRoot({ cwd: options.cwd, repository }),
    cache: memory.digests,
    ...(memory.answered === undefined ? {} : { answered: memory.answered }),
    ...(settings === undefined ? {} : { settings }),
  })
  // Settings lie in the folder that trust is about, so the question can be put before the search.
  const before = settings && dirname(dirname(settings.projectFile))
  const asIfTrusted = settingsVerdict(policy, subject(before)) !== false
  let found = await findAndRead(options, settings, asIfTrusted, memory.known)
  const project = subject(found.discovery.repository)
  const { files: read } = found
  const trust = await decideTrust(policy, () => projectSkills(read), project)
  if (asIfTrusted && !trust.settingsTrusted && (settings?.project.clients ?? []).length > 0) {
    found = await findAndRead(options, settings, false, memory.known)
  }
  const { discovery, files } = found
  const ruleFor = settings
    ? compileEnablement(settings, { home: options.home, projectTrusted: trust.settingsTrusted })
    : () => undefined
  const entries = settleEntries(files, { trust, ruleFor })
  const snapshot: Snapshot = {
    skills: entries
      .flatMap(({ state, skill }) => (state === 'loaded' && skill ? [skill] : []))
      .sort((a, b) => byCodePoint(a.name, b.name)),
    entries,
    roots: discovery.roots,
    diagnostics: [
      ...discovery.diagnostics,
      ...(settings?.diagnostics ?? []),
      ...trust.diagnostics,
      ...unappliedSettings(settings, trust),
    ],
    ...(discovery.repository === undefined ? {} : { repository: discovery.repository }),
    version: memory.version + 1,
  }
  return {
    snapshot: deepFreeze(snapshot),
    trust,
    trustRoot: project.root,
    ...(settings === undefined ? {} : { settings }),
    memory: {
      known: { files: new Map(files.map((file) => [file.candidate.path, file])), since: now },
      digests: memory.digests,
      ...(trust.answered === undefined ? {} : { answered: trust.answered }),
      version: snapshot.version,
    },
  }
}

async function findAndRead(
  options: LibraryOptions,
  settings: Settings | undefined,
  applyProject: boolean,
  known: KnownFiles,
): Promise<{
  readonly discovery: Omit<Discovery, 'candidates'>
  readonly files: readonly ReadFile[]
}> {
  const files: ReadFile[] = []
  const discovery = await discoverEach(discoverOptions(options, settings, applyProject), {
    isKnown: (candidate) => knownFile(candidate, known) !== undefined,
    candidate(candidate) {
      const file = readFile(candidate, known)
      if (file !== undefined) files.push(file)
    },
  })
  return { discovery, files }
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

function projectSkills(files: readonly ReadFile[]): Skill[] {
  return files.flatMap(({ skill }) => (skill?.source.scope === 'project' ? [skill] : []))
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
