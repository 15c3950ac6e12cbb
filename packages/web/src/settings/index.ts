export { KeyField } from './key-field.tsx'
export { SettingsPage } from './page.tsx'
export { useSettings } from './use-settings.ts'
