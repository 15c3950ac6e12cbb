export { type ArgumentField, argumentFields, filledArguments } from './arguments.ts'
export {
  type Chip,
  type ChipState,
  type Composer,
  type Draft,
  edit,
  emptyComposer,
  emptyDraft,
  focused,
  isEmpty,
  moveCaret,
  moved,
  type Outgoing,
  outgoing,
  paste,
  pick,
  redo,
  removeChip,
  removeTo,
  type,
  undo,
  withFocused,
} from './composer.ts'
export { emptyHistory, type History, remember, step } from './history.ts'
export { caretIn, layOut, placeAt, type Row, shownText } from './layout.ts'
export { emptyField, fieldOf, lettersOf, type Movement, type TextField } from './text-field.ts'
