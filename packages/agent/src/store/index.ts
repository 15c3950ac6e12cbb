export { MemoryStore } from './memory.ts'
export { plainText, typedText } from './typed-text.ts'
export type { CallResult, ConversationStore, Message, Part, StoredActivation } from './types.ts'
