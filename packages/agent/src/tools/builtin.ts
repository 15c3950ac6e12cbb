import type { Skill } from '@skillet/core'
import { activateSkillTool } from './activate-skill.ts'
import { bashTool } from './bash.ts'
import { editTool } from './edit.ts'
import { findTool } from './find.ts'
import { grepTool } from './grep.ts'
import { lsTool } from './ls.ts'
import { readTool } from './read.ts'
import { searchSkillsTool } from './search-skills.ts'
import type { Tool } from './types.ts'
import { writeTool } from './write.ts'

/** The nine built-in tools, for `createEngine({ tools })` where some are added or left out. */
export const builtInTools: readonly Tool[] = [
  readTool,
  writeTool,
  editTool,
  bashTool,
  grepTool(),
  findTool,
  lsTool,
  activateSkillTool(),
  searchSkillsTool(),
]

/**
 * The same tools, with those for skills made for one turn: `activate_skill` offers exactly these
 * names, and a skill that is not among them is neither loaded nor found.
 *
 * @param skills what the model may load: trusted, model-invocable, not denied.
 */
export function toolsForSkills(tools: readonly Tool[], skills: readonly Skill[]): readonly Tool[] {
  return tools.map((tool) => {
    if (!builtInTools.includes(tool)) return tool
    if (tool.name === 'activate_skill') return activateSkillTool(skills)
    return tool.name === 'search_skills' ? searchSkillsTool(skills) : tool
  })
}
