export { StateMark } from './state-mark.tsx'
export { TrustDialog } from './trust/index.ts'
