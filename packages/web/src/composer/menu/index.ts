export { type MenuRow, type MenuSource, menuOf, type SkillRow } from './source.ts'
