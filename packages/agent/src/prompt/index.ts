export { basePrompt } from './base.ts'
export {
  frameFile,
  frameKnowledge,
  frameOutput,
  frameSkillFile,
  frameSummary,
  type KnownPassage,
  knowledgePassage,
} from './frame.ts'
export {
  type PromptSection,
  type SystemPrompt,
  type SystemPromptOptions,
  systemPrompt,
} from './sections.ts'
export { wordingOf } from './wording.ts'
