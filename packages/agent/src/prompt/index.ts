export { basePrompt } from './base.ts'
export { frameOutput } from './frame.ts'
export { type PromptSection, type SystemPrompt, systemPrompt } from './sections.ts'
