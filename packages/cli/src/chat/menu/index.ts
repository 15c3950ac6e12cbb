export { type MenuSource, menuOf, placeOf, type SkillRow } from './source.ts'
