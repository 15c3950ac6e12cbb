export {
  approvalOf,
  messageSetting,
  messagesOfView,
} from './messages/index.ts'
export { chatRoutes } from './routes.ts'
export { shownAnswer } from './shown-answer.ts'
