export {
  type ArgumentField,
  argumentFields,
  filledArguments,
  type TakesArguments,
} from './arguments.ts'
export {
  type ChatCommand,
  chatCommands,
  commandIn,
  isChatCommand,
  type WrittenCommand,
} from './commands.ts'
export { matchSkills } from './match-skills.ts'
export { type MenuMove, moveHighlight } from './move.ts'
export {
  mostRows,
  nearNames,
  type Offer,
  type OfferedRow,
  type OfferOptions,
  offerFor,
} from './offer.ts'
export { type PickedText, pickCommand, pickedBy, pickSkill } from './pick.ts'
export {
  type CommandRow,
  calledAs,
  isOffered,
  type MenuEntry,
  type MenuRow,
  type MenuSource,
  menuSource,
  type SkillRow,
} from './source.ts'
export {
  closeMenu,
  type MenuPlace,
  type MenuState,
  menuAfterChange,
  menuAfterMove,
  menuAfterTyping,
  noMenu,
  type OpenMenu,
  openMenu,
  type TextChange,
} from './state.ts'
export { menuTrigger, replaceToken } from './token.ts'
export type { Matchable, MatchKind, MenuMatch, MenuToken, Ranked, TextRange } from './types.ts'
