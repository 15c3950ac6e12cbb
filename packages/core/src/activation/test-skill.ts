import type { Skill } from '../skill.ts'

/** A user's skill for tests, with what the test cares about. */
export function skillNamed(name: string, fields: Partial<Skill> = {}): Skill {
  const root = '/home/u/.agents/skills'
  const directory = fields.directory ?? `${root}/${name}`
  const location = fields.location ?? `${directory}/SKILL.md`
  return {
    name,
    description: `Does ${name}`,
    realPath: location,
    source: { scope: 'user', client: 'agents', root },
    singleFile: false,
    tools: [],
    allowedTools: [],
    arguments: [],
    hooks: {},
    modelInvocable: true,
    userInvocable: true,
    metadata: {},
    extra: {},
    ...fields,
    directory,
    location,
  }
}
