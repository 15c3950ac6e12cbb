export { SkillsPage } from './page.tsx'
export { looks, StateMark } from './state-mark.tsx'
export { TrustDialog } from './trust/index.ts'
