export { Composer, type ComposerProps } from './composer.tsx'
export {
  type Draft,
  type DraftWithSetters,
  type Filling,
  fillComposer,
  focusComposer,
  outgoingOf,
  toggleDrop,
  useDraft,
} from './draft/index.ts'
