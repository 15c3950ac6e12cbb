export {
  type KeepTrustOptions,
  keepTrust,
  type TrustProjectOptions,
  type TrustProjectResult,
  trustProject,
  untrustProject,
} from './change.ts'
export {
  decideTrust,
  judge,
  type ProjectVerdict,
  type SkillVerdict,
  settingsVerdict,
  type TrustSubject,
} from './decide.ts'
export {
  type DescribedSkill,
  type DescribeTrustOptions,
  describeTrust,
  type FileChange,
  type TrustChange,
  type TrustDescription,
} from './describe.ts'
export { type DigestCache, type DigestedFile, digestSkill, type SkillDigest } from './digest.ts'
export { type OwnSettingsOptions, trustOwnSettings } from './own-settings.ts'
export { projectSkills, trustRoot } from './project.ts'
export {
  readTrust,
  type TrustAnswer,
  type TrustedSkill,
  type TrustRecord,
  type TrustRecords,
  type TrustStore,
} from './store.ts'
