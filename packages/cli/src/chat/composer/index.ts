export { type ArgumentField, argumentFields, filledArguments } from './arguments.ts'
export {
  type Chip,
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
export { caretIn, layOut, placeAt, shownText } from './layout.ts'
export { onOneLine } from './one-line.ts'
export { fieldOf, lettersOf, type Movement } from './text-field.ts'
