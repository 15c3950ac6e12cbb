export { anthropicProblems } from './anthropic.ts'
export { googleProblems } from './google.ts'
export { chatProblems } from './openai-chat.ts'
export { responsesProblems } from './openai-responses.ts'
