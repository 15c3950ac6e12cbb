export { openInspector } from './open.ts'
export { OpensInspector } from './opens.tsx'
