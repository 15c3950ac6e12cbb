export { type BasePromptOptions, basePrompt } from './base.ts'
export { type SkillText, type SystemPrompt, systemPrompt } from './sections.ts'
