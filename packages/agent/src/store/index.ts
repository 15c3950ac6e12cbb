export { MemoryStore } from './memory.ts'
export type {
  Conversation,
  ConversationStore,
  Message,
  Part,
  StoredActivation,
} from './types.ts'
