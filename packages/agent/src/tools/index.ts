export { builtInTools, toolsForSkills } from './builtin.ts'
export { blankSecrets, childMarker, listedEnvironment, secretBlanker } from './environment.ts'
export { compileGlob } from './glob.ts'
export { nearNames } from './near-names.ts'
export { errorCode, openChecked } from './open-checked.ts'
export { ownProgram } from './own-program.ts'
export {
  foldedName,
  isWithin,
  parentsOf,
  realPathOf,
  refusedForm,
  shownPath,
  statsOf,
} from './paths.ts'
export { isSkillFile, skillPlace } from './permitted.ts'
export { killRunningCommands, startOf } from './running-commands.ts'
export { holdsSecrets, isProcessSecret, isSecretFile } from './secret-files.ts'
export {
  type ImageVerdict,
  isSendableImage,
  judgeImage,
  longestImageSide,
  mostImageBytes,
} from './sendable-image.ts'
export { decodeText } from './text-file.ts'
export type * from './types.ts'
export { type WalkEnd, walkTree } from './walk-tree.ts'
