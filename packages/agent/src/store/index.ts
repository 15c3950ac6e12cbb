export { MemoryStore } from './memory.ts'
export type { CallResult, ConversationStore, Message, Part, StoredActivation } from './types.ts'
