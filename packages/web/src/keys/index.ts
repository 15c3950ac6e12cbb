export { keysFor } from './keyboard.ts'
export { type Answer, KeysProvider, useShortcut } from './keys.tsx'
export { isComposing, type Keys, type Shortcut, shortcutOf, shortcuts } from './table.ts'
