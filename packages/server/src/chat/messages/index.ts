export { skillData, skillPartId } from './answer-message.ts'
export {
  type ApprovalSetting,
  approvalData,
  approvalOf,
  approvalPartId,
} from './approval.ts'
export {
  endMetadata,
  modelMetadata,
} from './messages.ts'
export { attachmentUrl } from './person-message.ts'
export {
  messageSetting,
  messagesOfView,
  readMessages,
} from './read-messages.ts'
export { deniedOutput, imageUrl, neverRan, outcomeOutput, unknownOutcome } from './tool-output.ts'
