// Without schemas, so that the page can bring these two figures along and nothing else.

/** At most this many bytes in one file. */
export const largestAttachment = 10 * 1024 * 1024

/** At most this many files go with a message. */
export const mostAttachments = 20
