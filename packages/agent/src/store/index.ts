export { type ExportFormat, exportConversation } from './export/index.ts'
export { MemoryStore } from './memory.ts'
export { messageText } from './message-text.ts'
export { currentOwner, type OwnerState, stateOfOwner } from './owner.ts'
export {
  openSqliteStore,
  type SqliteStoreOptions,
  StoreError,
  type StoreFault,
} from './sqlite/index.ts'
export { argumentsText, plainText, typedText } from './typed-text.ts'
export type * from './types.ts'
