export { attach, canRetry, removeAttachment, retryAttachment } from './attach.ts'
export type { Refused } from './limits.ts'
