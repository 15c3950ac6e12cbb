export { begin, enter } from './access.ts'
export {
  answer,
  editQueued,
  moveTo,
  remove,
  removeQueued,
  rename,
  retry,
  send,
  stop,
} from './actions.ts'
export { newConversation, openConversation } from './conversation.ts'
export { useOpen } from './open-store.ts'
export { loadConversations, loadElsewhere, refreshSession, refreshSkills } from './page.ts'
export { usePage } from './page-store.ts'
export type * from './types.ts'
