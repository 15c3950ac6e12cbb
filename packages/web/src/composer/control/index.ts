export {
  type ComposerControl,
  type FieldElementProps,
  type TextProps,
  useComposer,
} from './use-composer.ts'
