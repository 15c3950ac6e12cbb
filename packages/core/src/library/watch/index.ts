export { interestsOf, rootsOf } from './of-library.ts'
export { nodeWatchSystem, type WatchSystem } from './system.ts'
export { Watching } from './watching.ts'
