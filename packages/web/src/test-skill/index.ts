import type { SkillEntry } from '@skillet/server/contract'

/** For tests: a skill that loaded and that anybody may call, in every field that is not named. */
export function testSkill(name: string, more: Partial<SkillEntry> = {}): SkillEntry {
  return {
    path: `/home/ada/.agents/skills/${name}/SKILL.md`,
    name,
    callableAs: name,
    description: '',
    scope: 'user',
    client: 'agents',
    state: 'loaded',
    reason: '',
    modelInvocable: true,
    userInvocable: true,
    arguments: [],
    tools: [],
    errors: 0,
    warnings: 0,
    ...more,
  }
}
