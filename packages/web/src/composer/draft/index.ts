export { type ArgumentField, argumentFields, argumentsLine } from './arguments.ts'
export { type ChipState, chipState } from './chip-state.ts'
export { outgoingOf } from './outgoing.ts'
export {
  answerFocusWish,
  arrived,
  changeDraft,
  draftOf,
  fillComposer,
  firstOnItsWay,
  takeBack,
  takeDraft,
  toggleDrop,
  useDraft,
  useFocusWish,
  useUnkept,
} from './store.ts'
export {
  type Chip,
  type Content,
  type Draft,
  type DraftAttachment,
  isEmptyDraft,
} from './types.ts'
