import type { Diagnostic } from '../../diagnostic.ts'
import type { Settings } from '../../settings/index.ts'
import type { Skill } from '../../skill.ts'
import type { TrustDecision, TrustFunction, TrustPolicy } from '../types.ts'
import { combineDigests, type DigestCache, digestSkill, type SkillDigest } from './digest.ts'
import { digestSettings, noSettings, trustKey } from './project.ts'
import type { TrustRecord } from './store.ts'

/** What trust says about one project skill. */
export type SkillVerdict =
  | {
      readonly trusted: true
      /** The state that was trusted; absent where changes are included. */
      readonly digest?: string
    }
  | {
      readonly trusted: false
      readonly code: 'trust/untrusted' | 'trust/changed'
      readonly reason: string
      readonly remedy: string
    }

/** What trust says about a repository. */
export interface ProjectVerdict {
  readonly settingsTrusted: boolean
  forSkill(skill: Skill): SkillVerdict
  readonly diagnostics: readonly Diagnostic[]
  /** What a function said, so that a reload need not ask again. */
  readonly answered?: TrustAnswerGiven
}

/** What a trust function answered before. */
export interface TrustAnswerGiven {
  readonly decision: TrustDecision
  /** Of all that was agreed to. */
  readonly digest?: string
}

/** The repository that a policy is asked about. */
export interface TrustSubject {
  /** Real path of the repository or working folder. */
  readonly root: string
  readonly settings?: Settings
  readonly cache?: DigestCache
  readonly answered?: TrustAnswerGiven
}

/**
 * Whether the project's settings may decide where skills are looked for. A function is asked only
 * once the skills are known, and what it is shown includes everything those settings would add.
 * Throws nothing.
 *
 * @param policy as `openLibrary` takes it
 * @param subject the repository and its settings
 * @returns true or false; `ask` where a function decides later
 * @example
 * settingsVerdict('none', { root: '/home/ada/shop' }) // → false
 */
export function settingsVerdict(policy: TrustPolicy, subject: TrustSubject): boolean | 'ask' {
  if (policy === 'all') return true
  if (policy === 'none') return false
  if (typeof policy === 'function') return 'ask'
  const record = policy.read().records.get(subject.root)
  return recordTrustsSettings(record, () => digestSettings(subject.settings))
}

/** Decides about a repository and each of its skills, which only a function needs to know of. */
export async function decideTrust(
  policy: TrustPolicy,
  skills: () => readonly Skill[],
  subject: TrustSubject,
): Promise<ProjectVerdict> {
  if (policy === 'all') return everything
  if (policy === 'none') return nothing(subject.root)
  if (typeof policy === 'function') return decideByFunction(policy, skills(), subject)
  const { records, diagnostics } = policy.read()
  const record = records.get(subject.root)
  return {
    settingsTrusted: recordTrustsSettings(record, () => digestSettings(subject.settings)),
    forSkill: (skill) =>
      judge(record, subject.root, skill, () => digestSkill(skill, subject.cache)),
    diagnostics,
  }
}

/** What a stored decision says about a skill in its present state. */
export function judge(
  record: TrustRecord | undefined,
  root: string,
  skill: Skill,
  digest: () => SkillDigest,
): SkillVerdict {
  if (record === undefined) return neverAsked(root)
  if (record.answer === 'distrust') return refused(root)
  if (record.answer === 'mine') return { trusted: true }
  // A record of settings alone: nobody was asked about skills.
  if (record.skills.size === 0) return neverAsked(root)
  const trusted = record.skills.get(trustKey(root, skill))?.digests
  if (trusted === undefined) return changed(root, 'It is new since you trusted this repository.')
  const now = digest()
  if (now.kind === 'unknown')
    return changed(root, `Nobody can tell whether it changed: ${now.reason}`)
  if (trusted.includes(now.digest)) return { trusted: true, digest: now.digest }
  return changed(root, 'Its files changed since you trusted them.')
}

export function recordTrustsSettings(
  record: TrustRecord | undefined,
  digest: () => SkillDigest,
): boolean {
  if (record === undefined) return false
  if (record.answer === 'mine') return true
  const now = digest()
  if (now.kind === 'unknown') return false
  if (now.digest === noSettings) return record.answer !== 'distrust'
  // After a no, only settings count that the person has made with Skillet since then.
  return record.settings.includes(now.digest)
}

const everything: ProjectVerdict = {
  settingsTrusted: true,
  forSkill: () => ({ trusted: true }),
  diagnostics: [],
}

function nothing(root: string): ProjectVerdict {
  return { settingsTrusted: false, forSkill: () => neverAsked(root), diagnostics: [] }
}

async function decideByFunction(
  ask: TrustFunction,
  skills: readonly Skill[],
  subject: TrustSubject,
): Promise<ProjectVerdict> {
  const { root, settings, cache, answered } = subject
  const hasSettings = Object.keys(settings?.project ?? {}).length > 0
  if (skills.length === 0 && !hasSettings) return nothing(root)
  if (answered?.decision === 'distrust') return { ...refusal(root), answered }
  const shown = projectState(skills, settings, cache)
  const digest = wholeDigest(root, skills, shown)
  if (answered !== undefined && answered.digest === digest) return agreement(shown, shown, subject)
  const decision = await ask({ root, skills, digest: () => digest })
  if (decision === 'distrust') return { ...refusal(root), answered: { decision } }
  // Hashed anew, not taken from the cache: what was put there while the answer was awaited may bear
  // the same time stamps.
  const now = projectState(skills, settings)
  return { ...agreement(shown, now, subject), answered: { decision, digest } }
}

/** What lies on the disk at one moment. */
export interface ProjectState {
  readonly digestOf: (skill: Skill) => SkillDigest
  readonly settings: SkillDigest
}

function projectState(
  skills: readonly Skill[],
  settings: Settings | undefined,
  cache?: DigestCache,
): ProjectState {
  const digests = new Map(skills.map((skill) => [skill.location, digestSkill(skill, cache)]))
  const digestOf = (skill: Skill): SkillDigest =>
    digests.get(skill.location) ?? { kind: 'unknown', reason: 'It was not there when asked about.' }
  return { digestOf, settings: digestSettings(settings) }
}

/** Agreed to is what was shown; what became another thing before the answer came is not. */
function agreement(shown: ProjectState, now: ProjectState, subject: TrustSubject): ProjectVerdict {
  const { root, answered } = subject
  return {
    settingsTrusted: textOf(shown.settings) === textOf(now.settings),
    forSkill(skill) {
      const known = shown.digestOf(skill)
      if (known.kind === 'unknown') {
        return changed(root, `Nobody can tell whether it changed: ${known.reason}`)
      }
      if (textOf(known) === textOf(now.digestOf(skill))) {
        return { trusted: true, digest: known.digest }
      }
      return changed(root, 'Its files changed while you were being asked about them.')
    },
    diagnostics: [],
    ...(answered === undefined ? {} : { answered }),
  }
}

function refusal(root: string): ProjectVerdict {
  return { settingsTrusted: false, forSkill: () => refused(root), diagnostics: [] }
}

/** One digest over everything that a person is shown before deciding. */
export function wholeDigest(
  root: string,
  skills: readonly Skill[],
  { digestOf, settings }: ProjectState,
): string {
  const parts = new Map(
    skills.map((skill) => [`skill ${trustKey(root, skill)}`, textOf(digestOf(skill))]),
  )
  parts.set('settings', textOf(settings))
  return combineDigests(parts)
}

function textOf(digest: SkillDigest): string {
  return digest.kind === 'known' ? digest.digest : `unknown ${digest.reason}`
}

function neverAsked(root: string): SkillVerdict {
  return {
    trusted: false,
    code: 'trust/untrusted',
    reason: 'It came with a repository that nobody has trusted yet.',
    remedy: `Run \`skillet trust\` in ${root}: it shows what the skills would bring, then asks.`,
  }
}

function refused(root: string): SkillVerdict {
  return {
    trusted: false,
    code: 'trust/untrusted',
    reason: 'You chose not to trust the skills of this repository.',
    remedy: `Run \`skillet trust\` in ${root} to decide again.`,
  }
}

function changed(root: string, reason: string): SkillVerdict {
  return {
    trusted: false,
    code: 'trust/changed',
    reason,
    remedy: `Run \`skillet trust\` in ${root}: it shows what changed, then asks.`,
  }
}
