export { chatCommands as builtinCommands } from '../menu/index.ts'
export { lookUp } from './look-up.ts'
export { openLibrary } from './open.ts'
export { type Invocation, parseInvocation } from './parse-invocation.ts'
export { type PreviewOptions, previewSkill, type SkillPreview } from './preview-skill.ts'
export {
  type DescribedSkill,
  type DescribeTrustOptions,
  type DigestedFile,
  describeTrust,
  type FileChange,
  type KeepTrustOptions,
  keepTrust,
  type OwnSettingsOptions,
  readTrust,
  type SkillDigest,
  settingsVerdict,
  type TrustAnswer,
  type TrustChange,
  type TrustDescription,
  type TrustedSkill,
  type TrustProjectOptions,
  type TrustProjectResult,
  type TrustRecord,
  type TrustRecords,
  type TrustStore,
  type TrustSubject,
  trustOwnSettings,
  trustProject,
  trustRoot,
  untrustProject,
} from './trust/index.ts'
export type * from './types.ts'
export { SkillUnavailableError, type Unavailability } from './unavailable.ts'
