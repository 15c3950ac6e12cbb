export {
  approvalOf,
  conversationMessages,
  type MessageSetting,
  messageSetting,
  messagesOfView,
  type StoredBranch,
} from './messages/index.ts'
export { chatRoutes } from './routes.ts'
export { AnswerStream } from './stream/index.ts'
