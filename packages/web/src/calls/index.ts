export { type CallState, outputOf } from './call-state.ts'
export { type CallTimes, watchCalls } from './call-times.ts'
export {
  type Call,
  countQuiet,
  type FilePart,
  groupCalls,
  type Item,
  type ReasoningPart,
  type TextPart,
} from './group-calls.ts'
export { lastLines, plainOutput } from './output-text.ts'
export { callSubject, inputInFull, type Places, shortPath } from './subject.ts'
export { usePlaces } from './use-places.ts'
