export { MemoryStore } from './memory.ts'
export type { ConversationStore, Message, Part, StoredActivation } from './types.ts'
