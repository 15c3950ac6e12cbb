export { settingBounds } from './bounds.ts'
export { type ChangeSettingResult, changeSetting, type SettingValue } from './change-setting.ts'
export {
  compileEnablement,
  type EnablementRule,
  type EnablementSubject,
} from './enablement.ts'
export { makeFolders } from './make-folders.ts'
export { type OrdinaryFile, readOrdinaryFile, utf8TextOf } from './ordinary-file.ts'
export { type PlacesOptions, placesFor } from './places.ts'
export { type ReadSettingsOptions, readSettings } from './read.ts'
export { underLock, writeAtomically } from './safe-write.ts'
export {
  type EnablementTarget,
  type SetEnabledOptions,
  type SetEnabledResult,
  setEnabled,
} from './set-enabled.ts'
export type * from './types.ts'
