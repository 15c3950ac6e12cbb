export {
  type ComposerControl,
  type FieldElementProps,
  useComposer,
} from './use-composer.ts'
