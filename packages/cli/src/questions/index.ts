export { createQuestions } from './clack.ts'
export { createPlainQuestions } from './plain.ts'
export type { Questions } from './types.ts'
