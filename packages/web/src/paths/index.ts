export { Path, type PathProps } from './path.tsx'
export { type SplitPath, splitPath } from './split.ts'
