/** What a question about a call is about, and which keys answer it: the same wherever it is asked. */
export { type AnswerKey, answerFor, answerKeys } from './answers.ts'
export {
  hiddenCodes,
  isAboutNoCall,
  isDiff,
  lineOf,
  pathsOf,
  placeOf,
  rowsOf,
  wholeOf,
} from './question.ts'
