import type { SkillScope } from '../../skill.ts'

/** A scope in a sentence for people; names such as `builtin:tour` keep the API's word. */
export function scopeName(scope: SkillScope): string {
  return scope === 'builtin' ? 'built-in' : scope
}
