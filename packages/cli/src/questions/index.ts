export { createQuestions } from './clack.ts'
export { createPlainQuestions } from './plain.ts'
export type { Choice, Questions } from './types.ts'
