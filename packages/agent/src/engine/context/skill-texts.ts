import type { SystemPrompt, SystemPromptOptions } from '../../prompt/index.ts'
import type { ActiveSkill } from '../skills/index.ts'
import type { Notice } from '../turn-state.ts'

/** The active skills whose text stands in the system prompt, the newest last. */
export function skillTexts(active: readonly ActiveSkill[]): SystemPromptOptions['skills'] {
  return active.flatMap(({ name, location, section }) =>
    section ? [{ name, location, instructions: section.instructions }] : [],
  )
}

/** Says which skills found no room, so that nothing disappears in silence. */
export function roomNotices(leftOut: SystemPrompt['leftOut']): readonly Notice[] {
  if (leftOut.length === 0) return []
  const names = leftOut.map((skill) => skill.name).join(', ')
  const message = `The active skills are too long together. Left out of this request, and still active: ${names}.`
  return [{ code: 'skills-left-out', message, hint: 'Drop a skill that is no longer needed.' }]
}
