export {
  activate,
  activationResult,
  defaultInstructionsLimit,
  escapeShown,
  type ResolvedResource,
  readInstructions,
  readPluginRoot,
  resolveResource,
} from './activation/index.ts'
export type * from './activation/types.ts'
export {
  type Catalogue,
  type CatalogueOptions,
  estimateTokens,
  formatCatalogue,
  type HiddenReason,
  type SkillLoader,
} from './catalogue/index.ts'
export type * from './diagnostic.ts'
export { diagnosticCodes } from './diagnostic.ts'
export {
  decidingRule,
  discover,
  findProject,
  type IgnoreRules,
  ignoreFileNames,
  type Project,
  parseIgnoreFile,
} from './discovery/index.ts'
export type * from './discovery/types.ts'
export {
  isClientName,
  parseSkill,
  parseToolPattern,
  splitPatterns,
  type ToolPattern,
  toolName,
} from './format/index.ts'
export type * from './format/types.ts'
export { compileGlob, type Glob } from './glob.ts'
export {
  builtinCommands,
  type DescribedSkill,
  type DescribeTrustOptions,
  type DigestedFile,
  describeTrust,
  type FileChange,
  type Invocation,
  type KeepTrustOptions,
  keepTrust,
  lookUp,
  type OwnSettingsOptions,
  openLibrary,
  type PreviewOptions,
  parseInvocation,
  previewSkill,
  readTrust,
  type SkillDigest,
  type SkillPreview,
  SkillUnavailableError,
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
  type Unavailability,
  untrustProject,
} from './library/index.ts'
export type * from './library/types.ts'
export {
  type Matchable,
  type MatchKind,
  type MenuMatch,
  type MenuToken,
  matchSkills,
  menuTrigger,
  type Ranked,
  replaceToken,
  type TextRange,
} from './menu/index.ts'
export { byCodePoint, normaliseName, slug } from './names.ts'
export {
  type ChangeSettingResult,
  changeSetting,
  type EnablementRule,
  type EnablementSubject,
  type EnablementTarget,
  makeFolders,
  type OrdinaryFile,
  type PlacesOptions,
  placesFor,
  type ReadSettingsOptions,
  readOrdinaryFile,
  readSettings,
  type SetEnabledOptions,
  type SetEnabledResult,
  type SettingValue,
  setEnabled,
  settingBounds,
  underLock,
  writeAtomically,
} from './settings/index.ts'
export type * from './settings/types.ts'
export { shellWord } from './shell-word.ts'
export * from './skill.ts'
export * from './text.ts'
