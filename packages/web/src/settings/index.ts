export { KeyField } from './key-field.tsx'

export { useSettings } from './use-settings.ts'
