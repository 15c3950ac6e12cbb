export { type MenuMove, moved, pageRows } from './move.ts'
export { mostRows, nearNames, type Offer, type OfferedRow, offerFor } from './offer.ts'
export {
  type CommandRow,
  type MenuRow,
  type MenuSource,
  menuSource,
  type SkillRow,
} from './source.ts'
