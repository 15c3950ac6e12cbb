export { Diff, DiffSize } from './diff.tsx'
export { diffSize, readDiff } from './read-diff.ts'
