import type { Skill } from '@skillet/core'
import { searchSkills } from '@skillet/core/search'
import { z } from 'zod'
import type { Tool } from './types.ts'

const schema = z.object({
  query: z.string().min(1).max(500).describe('What the skill should be for, in a few words.'),
  limit: z.number().int().min(1).max(50).optional().describe('How many at most. Default 10.'),
})

export type SearchSkillsInput = z.infer<typeof schema>

const longestDescription = 300

/**
 * Finds skills by what they are for; offered where not every skill fits into the prompt.
 *
 * @param skills what the model may load. Default: those of the snapshot that are for models.
 */
export function searchSkillsTool(skills?: readonly Skill[]): Tool<SearchSkillsInput> {
  return {
    name: 'search_skills',
    summary: 'find a skill by what it is for',
    description:
      'Finds skills by what they are for, best first, beyond those that the list of skills has room for. Load one with activate_skill.',
    schema,
    access: () => ({ kind: 'none' }),
    run: async ({ query, limit }, context) => {
      const known = skills ?? context.snapshot.skills.filter((skill) => skill.modelInvocable)
      const found = searchSkills(known, query, limit ?? 10)
      if (found.length === 0) return { ok: true, text: 'No skill matches. Try other words.' }
      return { ok: true, text: found.map(({ skill }) => describe(skill)).join('\n') }
    },
  }
}

function describe({ name, description }: Skill): string {
  const line = description.replace(/\s+/gu, ' ').trim()
  const characters = Array.from(line)
  const short =
    characters.length > longestDescription
      ? `${characters.slice(0, longestDescription).join('')}…`
      : line
  return `${name}: ${short}`
}
