import { lookUp, type Skill } from '@skillet/core'
import { z } from 'zod'
import { nearNames } from './near-names.ts'
import type { Tool, ToolContext, ToolOutcome } from './types.ts'

export interface ActivateSkillInput {
  readonly name: string
  readonly arguments?: string | undefined
}

/** More names than this make the schema longer than it is useful. */
const mostNames = 200

/**
 * Loads a skill. Made for each turn, since the names it offers are those of the turn's snapshot;
 * they are shown to the model and never checked by the schema, so that `/PDF` still finds `pdf`.
 *
 * @param given what the model may load: trusted, model-invocable, not denied. Default: the skills
 * of the snapshot that are for models, without their names in the schema.
 */
export function activateSkillTool(given?: readonly Skill[]): Tool<ActivateSkillInput> {
  return {
    name: 'activate_skill',
    summary: 'load a skill by its name before doing the work it is for',
    description:
      'Loads a skill: its instructions come back as the result, to be followed from then on. Use it when a task matches the description of a skill, before doing anything else.',
    schema: schemaFor(given ?? []),
    access: ({ name }, context) => ({
      kind: 'skill',
      name: visible(name, offered(given, context), context)?.name ?? name,
    }),
    run: async (input, context) => activate(input, offered(given, context), context),
  }
}

function offered(given: readonly Skill[] | undefined, context: ToolContext): readonly Skill[] {
  return given ?? context.snapshot.skills.filter((skill) => skill.modelInvocable)
}

function schemaFor(skills: readonly Skill[]): z.ZodType<ActivateSkillInput> {
  const names = skills.map((skill) => skill.name)
  const name = z.string().min(1).describe('The name of the skill.')
  const fits = names.length > 0 && names.length <= mostNames
  return z.object({
    name: fits ? name.meta({ enum: names }) : name,
    arguments: z.string().optional().describe('What the skill is to be applied to, as plain text.'),
  })
}

/** Finds a skill as leniently as for people, but only among those that the model may load. */
function visible(name: string, skills: readonly Skill[], context: ToolContext): Skill | undefined {
  const { skill } = lookUp(context.snapshot, name)
  if (skill === undefined) return undefined
  return skills.find((each) => each.location === skill.location)
}

function activate(
  input: ActivateSkillInput,
  skills: readonly Skill[],
  context: ToolContext,
): ToolOutcome {
  const skill = visible(input.name, skills, context)
  if (skill === undefined) return { ok: false, text: notFound(input.name, skills) }
  const given = input.arguments?.trim() ?? ''
  return {
    ok: true,
    text: `Loading the skill ${JSON.stringify(skill.name)}.`,
    activate: {
      name: skill.name,
      route: 'tool',
      ...(given === '' ? {} : { arguments: given }),
    },
  }
}

function notFound(name: string, skills: readonly Skill[]): string {
  const bare = name.replace(/^\/?(?:skill:)?/u, '')
  const near = nearNames(
    bare,
    skills.map((skill) => skill.name),
  )
  const said = `There is no skill ${JSON.stringify(name)}.`
  if (near.length > 0) return `${said} Near names: ${near.join(', ')}.`
  return skills.length > mostNames
    ? `${said} Look for one with search_skills.`
    : `${said} Use one of the names in the list of skills.`
}
