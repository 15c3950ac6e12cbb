export { skillData, skillPartId } from './answer-message.ts'
export {
  type ApprovalSetting,
  approvalData,
  approvalOf,
  approvalPartId,
  isAboutNoCall,
} from './approval.ts'
export {
  conversationMessages,
  endMetadata,
  type MessageSetting,
  modelMetadata,
  type StoredBranch,
} from './messages.ts'
export { attachmentUrl, isTakenAway } from './person-message.ts'
export {
  messageSetting,
  messagesOfView,
  type ReadConversation,
  readMessages,
} from './read-messages.ts'
export { deniedOutput, imageUrl, neverRan, outcomeOutput, unknownOutcome } from './tool-output.ts'
