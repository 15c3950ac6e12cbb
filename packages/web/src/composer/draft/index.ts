export { type ArgumentField, argumentFields, argumentsLine, filledArguments } from './arguments.ts'
export { type ChipState, chipState, isCallable } from './chip-state.ts'
export { outgoingOf } from './outgoing.ts'
export {
  arrived,
  changeDraft,
  type DraftWithSetters,
  draftOf,
  type Filling,
  fillComposer,
  firstOnItsWay,
  focusComposer,
  markChanged,
  takeBack,
  takeDraft,
  toggleDrop,
  useDraft,
  useFocusWishes,
  useUnkept,
  writeDrafts,
} from './store.ts'
export {
  type Chip,
  type Content,
  type Draft,
  type DraftAttachment,
  emptyContent,
  emptyDraft,
  isEmptyDraft,
} from './types.ts'
