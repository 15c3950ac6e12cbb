export { basePrompt } from './base.ts'
export { type SystemPrompt, systemPrompt } from './sections.ts'
