export { interestsOf, rootsOf } from './of-library.ts'
export type { WatchedLibrary } from './session.ts'
export { nodeWatchSystem, type WatchSystem } from './system.ts'
export { Watching } from './watching.ts'
