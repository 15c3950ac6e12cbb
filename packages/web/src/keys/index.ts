export { keysFor } from './keyboard.ts'
export { KeysProvider, useShortcut } from './keys.tsx'
export { isComposing, type Shortcut } from './table.ts'
