import { dataOf, type EventFilter, isRecord } from './event-stream.ts'

/** Google's stream has no event of its own for its end: a candidate that names a reason has stopped. */
export const untilCandidateEnds = (): EventFilter => (event) =>
  event.includes('"finishReason"') && hasEnded(dataOf(event)?.['candidates'])
    ? { last: event }
    : event

const hasEnded = (candidates: unknown): boolean =>
  Array.isArray(candidates) &&
  candidates.length > 0 &&
  candidates.every(
    (one) =>
      isRecord(one) &&
      typeof one['finishReason'] === 'string' &&
      one['finishReason'] !== 'FINISH_REASON_UNSPECIFIED',
  )
