export { openInspector, openNext } from './open.ts'
export { OpensInspector } from './opens.tsx'
