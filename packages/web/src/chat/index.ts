export { Conversation } from './conversation.tsx'
export { Messages } from './messages.tsx'
