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
 * settingsVerdict('none', { root: '/work/app' }) // → false
 */
export function settingsVerdict(policy: TrustPolicy, subject: TrustSubject): boolean | 'ask' {
  if (policy === 'all') return true
  if (policy === 'none') return false
  if (typeof policy === 'function') return 'ask'
  return recordTrustsSettings(policy.read().records.get(subject.root), subject)
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
    settingsTrusted: recordTrustsSettings(record, subject),
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
  { settings }: TrustSubject,
): boolean {
  if (record === undefined || record.answer === 'distrust') return false
  if (record.answer === 'mine') return true
  const now = digestSettings(settings)
  if (now.kind === 'unknown') return false
  return now.digest === noSettings || record.settings.includes(now.digest)
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
  const digests = new Map<string, SkillDigest>()
  const digestOf = (skill: Skill): SkillDigest => {
    const known = digests.get(skill.location) ?? digestSkill(skill, cache)
    digests.set(skill.location, known)
    return known
  }
  const digest = (): string => wholeDigest(root, skills, settings, digestOf)
  const unchanged = answered !== undefined && answered.digest === digest()
  const decision = unchanged ? answered.decision : await ask({ root, skills, digest })
  if (decision === 'distrust') return { ...refusal(root), answered: { decision } }
  const forSkill = (skill: Skill): SkillVerdict => {
    const known = digestOf(skill)
    if (known.kind === 'known') return { trusted: true, digest: known.digest }
    return changed(root, `Nobody can tell whether it changed: ${known.reason}`)
  }
  const given: TrustAnswerGiven = { decision, digest: digest() }
  return { settingsTrusted: true, forSkill, diagnostics: [], answered: given }
}

function refusal(root: string): ProjectVerdict {
  return { settingsTrusted: false, forSkill: () => refused(root), diagnostics: [] }
}

/** One digest over everything that a person is shown before deciding. */
export function wholeDigest(
  root: string,
  skills: readonly Skill[],
  settings: Settings | undefined,
  digestOf: (skill: Skill) => SkillDigest,
): string {
  const parts = new Map(
    skills.map((skill) => [`skill ${trustKey(root, skill)}`, textOf(digestOf(skill))]),
  )
  parts.set('settings', textOf(digestSettings(settings)))
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
