export { type MenuMove, moved } from './move.ts'
export { nearNames, type Offer, offerFor } from './offer.ts'
export {
  type MenuRow,
  type MenuSource,
  menuSource,
} from './source.ts'
