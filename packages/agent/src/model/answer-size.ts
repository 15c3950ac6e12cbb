/** How much one answer may hold. A model that never stops would fill the memory, and the bill. */

/** Bytes of one response: about as many as so many events of any protocol have. */
export const LONGEST_BODY = 128 * 1_048_576
/** Events of one response, one for each token of it: more than any model's longest. */
export const MOST_EVENTS = 250_000
/** The same event so often in a row is no answer any more, and takes a second to be counted. */
export const MOST_REPEATS = 10_000
/** Characters of text, reasoning and arguments in one answer: more than any model's longest. */
export const LONGEST_ANSWER = 8_000_000
/** What a call or a block counts for beside its text, so that empty ones come to an end too. */
export const BLOCK = 1_000
/** Bytes of a refusal that are read. */
export const LONGEST_REFUSAL = 1_048_576

/** An answer that goes on beyond every sense. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError'

  constructor() {
    super('the answer has no end')
  }
}
