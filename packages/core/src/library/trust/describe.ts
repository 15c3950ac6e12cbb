import type { Settings } from '../../settings/index.ts'
import type { Skill } from '../../skill.ts'
import type { Snapshot } from '../types.ts'
import { recordTrustsSettings, wholeDigest } from './decide.ts'
import { type DigestedFile, digestSkill, type SkillDigest } from './digest.ts'
import { digestSettings, noSettings, projectSkills, trustKey } from './project.ts'
import type { TrustAnswer, TrustRecord, TrustStore } from './store.ts'

/** What became of a skill or of the settings since the last decision. */
export type TrustChange = 'new' | 'changed' | 'same'

/** What became of one file since the last decision. */
export interface FileChange {
  readonly path: string
  readonly change: 'added' | 'changed' | 'removed'
}

/** One project skill, as a person sees it before trusting. */
export interface DescribedSkill {
  readonly skill: Skill
  /** Path relative to the repository. */
  readonly key: string
  readonly change: TrustChange
  /** Which files changed, where the last decision kept their hashes. */
  readonly fileChanges: readonly FileChange[]
  readonly files: readonly DigestedFile[]
  /** Paths of files that can be run: executable, in `scripts/`, or with a script's ending. */
  readonly scripts: readonly string[]
  readonly digest: SkillDigest
}

/** A repository as a person sees it before deciding. */
export interface TrustDescription {
  readonly root: string
  /** The last decision; absent where nobody was asked. */
  readonly answer?: TrustAnswer
  readonly skills: readonly DescribedSkill[]
  /** Absent where the project has no settings. */
  readonly settings?: {
    readonly file: string
    readonly change: TrustChange
    readonly digest: SkillDigest
  }
  /** Whether anything here waits for a decision. After a no nothing does: nobody asks again. */
  readonly pending: boolean
  /** Over all of the above. A decision carries it, so that what was approved is what was shown. */
  readonly digest: string
}

/** What `describeTrust` looks at. */
export interface DescribeTrustOptions {
  /** Whose project skills are described, whatever their state. */
  readonly snapshot: Pick<Snapshot, 'entries'>
  /** Real path of the repository or working folder: `trustRoot({ repository, cwd })`. */
  readonly root: string
  readonly store: TrustStore
  readonly settings?: Settings
}

/**
 * All that a person needs to see to decide about a repository. Reads the files, runs nothing,
 * and throws nothing for what a person can fix.
 *
 * @param options the snapshot, the repository, the person's earlier answers and the settings
 * @returns skills, files, scripts, what changed since the last answer, and a digest over all of it
 * @example
 * const root = trustRoot({ cwd, repository: library.snapshot.repository })
 * const { pending, skills } = describeTrust({ snapshot: library.snapshot, root, store, settings })
 */
export function describeTrust(options: DescribeTrustOptions): TrustDescription {
  const { root, store, settings } = options
  const record = store.read().records.get(root)
  const skills = projectSkills(options.snapshot.entries).map((skill) =>
    describeSkill(skill, root, record),
  )
  const digests = new Map(skills.map((one) => [one.skill, one.digest]))
  const digestOf = (skill: Skill): SkillDigest => digests.get(skill) ?? digestSkill(skill)
  const settingsDigest = digestSettings(settings)
  const described = describeSettings(settings, settingsDigest, record)
  const changes = [...skills.map(({ change }) => change), ...(described ? [described.change] : [])]
  return {
    root,
    ...(record === undefined ? {} : { answer: record.answer }),
    skills,
    ...(described === undefined ? {} : { settings: described }),
    pending: awaitsAnswer(record) && changes.some((change) => change !== 'same'),
    digest: wholeDigest(root, [...digests.keys()], { digestOf, settings: settingsDigest }),
  }
}

function awaitsAnswer(record: TrustRecord | undefined): boolean {
  return record === undefined || record.answer === 'until-changed'
}

function describeSkill(
  skill: Skill,
  root: string,
  record: TrustRecord | undefined,
): DescribedSkill {
  const digest = digestSkill(skill)
  const files = digest.kind === 'known' ? digest.files : []
  const key = trustKey(root, skill)
  const known = record?.skills.get(key)
  return {
    skill,
    key,
    change: changeOf(digest, known?.digests),
    fileChanges: known?.files === undefined ? [] : compareFiles(known.files, files),
    files,
    scripts: files.filter(isScript).map(({ path }) => path),
    digest,
  }
}

function describeSettings(
  settings: Settings | undefined,
  digest: SkillDigest,
  record: TrustRecord | undefined,
): TrustDescription['settings'] {
  if (settings === undefined) return undefined
  if (digest.kind === 'known' && digest.digest === noSettings) return undefined
  const change = recordTrustsSettings(record, () => digest)
    ? 'same'
    : changeOf(digest, record?.settings.length ? record.settings : undefined)
  return { file: settings.projectFile, change, digest }
}

function changeOf(digest: SkillDigest, known: readonly string[] | undefined): TrustChange {
  if (known === undefined) return 'new'
  return digest.kind === 'known' && known.includes(digest.digest) ? 'same' : 'changed'
}

function compareFiles(
  before: Readonly<Record<string, string>>,
  now: readonly DigestedFile[],
): FileChange[] {
  const old = new Map(Object.entries(before))
  const changes: FileChange[] = []
  for (const { path, hash } of now) {
    const was = old.get(path)
    old.delete(path)
    if (was === undefined) changes.push({ path, change: 'added' })
    else if (was !== hash) changes.push({ path, change: 'changed' })
  }
  return [...changes, ...[...old.keys()].map((path) => ({ path, change: 'removed' }) as const)]
}

const scriptEnding = /\.(?:[cm]?[jt]s|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1|psm1|bat|cmd|exe|jar)$/i

function isScript({ path, executable }: DigestedFile): boolean {
  return executable || path.startsWith('scripts/') || scriptEnding.test(path)
}
