export { Diff, DiffSize } from './diff.tsx'
export { type DiffLine, diffSize, readDiff } from './read-diff.ts'
