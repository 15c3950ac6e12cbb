export { type MenuChoice, moveHighlight, type OfferedRow, type OpenMenu, openMenu } from './menu.ts'
export {
  type MenuSource,
  menuSource,
  type SkillRow,
} from './source.ts'
