export { attach, canRetry, removeAttachment, retryAttachment } from './attach.ts'
export { largestAttachment, mostAttachments, type Refused } from './limits.ts'
