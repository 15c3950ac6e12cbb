/**
 * How long bytes are held for the message that is about to name them, in milliseconds. Those that
 * none named by then belong to a message that was never sent.
 */
export const attachmentHoldMs = 60 * 60 * 1000
