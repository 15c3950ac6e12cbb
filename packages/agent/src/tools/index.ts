export { type ActivateSkillInput, activateSkillTool } from './activate-skill.ts'
export { builtInTools, toolsForSkills } from './builtin.ts'
export {
  blankSecrets,
  childMarker,
  listedEnvironment,
  type SecretBlanker,
  secretBlanker,
} from './environment.ts'
export { compileGlob, type GlobMatcher } from './glob.ts'
export { type GrepOptions, grepTool } from './grep.ts'
export { nearNames } from './near-names.ts'
export { foldedName, isWithin, realPathOf, refusedForm, shownPath, statsOf } from './paths.ts'
export { isSkillFile } from './permitted.ts'
export { isSecretFile } from './secret-files.ts'
export type * from './types.ts'
