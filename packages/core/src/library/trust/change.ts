import { lstatSync, readdirSync } from 'node:fs'
import type { Settings } from '../../settings/index.ts'
import type { Skill } from '../../skill.ts'
import { type DescribeTrustOptions, describeTrust, type TrustDescription } from './describe.ts'
import { digestSkill, type SkillDigest } from './digest.ts'
import { digestSettings, trustKey } from './project.ts'
import type { TrustedSkill, TrustRecord, TrustStore } from './store.ts'

/** What a person answered, and to what. */
export interface TrustProjectOptions extends DescribeTrustOptions {
  readonly answer: 'until-changed' | 'mine'
  /** `digest` of the description that the person saw. */
  readonly shown: string
}

/** Whether an answer was stored. */
export type TrustProjectResult =
  | { readonly kind: 'trusted'; readonly description: TrustDescription }
  /** The files are not those that were shown any more. Nothing was stored; show this and ask again. */
  | { readonly kind: 'changed'; readonly description: TrustDescription }

/** States that one skill keeps, so that going between branches does not ask each time. */
const statesKept = 20
/** Files whose hashes are kept to say later which of them changed. */
const filesKept = 200

/**
 * Stores that a person trusts a repository as it was shown. Open or reload the library afterwards.
 *
 * @param options what was shown, its digest, and the person's answer
 * @returns whether it was stored; `changed` with the new state where the files are others by now
 * @throws Error where the state folder cannot be written.
 * @example
 * const { digest } = describeTrust({ snapshot, root, store, settings })
 * // … the person says yes …
 * await trustProject({ snapshot, root, store, settings, answer: 'until-changed', shown: digest })
 */
export async function trustProject(options: TrustProjectOptions): Promise<TrustProjectResult> {
  const { root, store, answer, shown } = options
  const description = describeTrust(options)
  if (description.digest !== shown) return { kind: 'changed', description }
  await store.update(root, (record) => {
    const before = record?.answer === 'distrust' ? undefined : record
    const skills = new Map(before?.skills)
    for (const { key, digest } of description.skills) {
      if (digest.kind === 'known') skills.set(key, withDigest(skills.get(key), digest))
    }
    const settings = description.settings?.digest
    const known = before?.settings ?? []
    return {
      answer,
      settings: settings?.kind === 'known' ? newestFirst(settings.digest, known) : known,
      skills,
    }
  })
  return { kind: 'trusted', description }
}

/**
 * Stores that a person does not trust a repository, so that nobody asks again by itself.
 *
 * @param options the repository, as `trustRoot` gives it, and the person's answers
 * @throws Error where the state folder cannot be written.
 * @example
 * await untrustProject({ root, store })
 * await library.reload()
 */
export async function untrustProject(options: {
  readonly root: string
  readonly store: TrustStore
}): Promise<void> {
  const { root, store } = options
  await store.update(root, () => ({ answer: 'distrust', settings: [], skills: new Map() }))
}

/** What `keepTrust` watches over. */
export interface KeepTrustOptions {
  readonly root: string
  readonly store: TrustStore
  /** What is written: a skill (also one that is about to be made), or the project's settings. */
  readonly subject:
    | { readonly skill: Pick<Skill, 'location' | 'realPath' | 'directory' | 'singleFile'> }
    | { readonly settings: Settings }
}

/**
 * Runs a change that the person asked Skillet itself to make (`new`, `lint --fix`, `enable`), and
 * keeps what was trusted before it trusted after it. What is made in a place where nothing was is
 * trusted like the rest of the repository. What was not trusted stays so.
 *
 * @param options the repository, the person's answers, and what is written
 * @param write makes the change
 * @returns what `write` gave
 * @throws what `write` throws, and Error where the state folder cannot be written.
 * @example
 * await keepTrust({ root, store, subject: { settings } }, () =>
 *   setEnabled({ settings, level: 'project', target: { kind: 'glob', pattern: 'pdf-*' }, enabled: false, home }),
 * )
 */
export async function keepTrust<T>(
  options: KeepTrustOptions,
  write: () => T | Promise<T>,
): Promise<T> {
  const before = isAbsent(options) ? 'absent' : digestSubject(options)
  const result = await write()
  const after = digestSubject(options)
  if (after.kind === 'unknown') return result
  const { root, store } = options
  if (store.read().records.get(root)?.answer !== 'until-changed') return result
  await store.update(root, (record) =>
    record?.answer === 'until-changed' ? carriedOver(record, options, before, after) : record,
  )
  return result
}

function digestSubject({ subject }: KeepTrustOptions): SkillDigest {
  return 'skill' in subject ? digestSkill(subject.skill) : digestSettings(subject.settings)
}

/**
 * Whether nothing at all is in the place, so that all of it comes from the change. A folder that
 * holds files and no `SKILL.md` is not such a place: nobody agreed to what lies in it.
 */
function isAbsent({ subject }: KeepTrustOptions): boolean {
  if ('settings' in subject) return !isThere(subject.settings.projectFile)
  const { singleFile, location, directory } = subject.skill
  if (singleFile) return !isThere(location)
  return !isThere(directory) || isEmptyFolder(directory)
}

/** A link counts, whatever it leads to, and so does what nobody may look at. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

function isEmptyFolder(path: string): boolean {
  return lstatSync(path).isDirectory() && readdirSync(path).length === 0
}

function carriedOver(
  record: TrustRecord,
  { root, subject }: KeepTrustOptions,
  before: SkillDigest | 'absent',
  after: SkillDigest & { readonly kind: 'known' },
): TrustRecord {
  if ('settings' in subject) {
    if (!mayCarryOver(before, record.settings)) return record
    return { ...record, settings: newestFirst(after.digest, record.settings) }
  }
  const key = trustKey(root, subject.skill)
  const known = record.skills.get(key)
  if (!mayCarryOver(before, known?.digests ?? [])) return record
  return { ...record, skills: new Map(record.skills).set(key, withDigest(known, after)) }
}

function mayCarryOver(before: SkillDigest | 'absent', trusted: readonly string[]): boolean {
  if (before === 'absent') return true
  return before.kind === 'known' && trusted.includes(before.digest)
}

function withDigest(
  known: TrustedSkill | undefined,
  { digest, files }: SkillDigest & { readonly kind: 'known' },
): TrustedSkill {
  const digests = newestFirst(digest, known?.digests ?? [])
  if (files.length > filesKept) return { digests }
  return { digests, files: Object.fromEntries(files.map(({ path, hash }) => [path, hash])) }
}

function newestFirst(digest: string, known: readonly string[]): string[] {
  return [digest, ...known.filter((one) => one !== digest)].slice(0, statesKept)
}
