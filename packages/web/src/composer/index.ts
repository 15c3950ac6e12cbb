export { Composer } from './composer.tsx'
export {
  fillComposer,
  outgoingOf,
  useDraft,
} from './draft/index.ts'
