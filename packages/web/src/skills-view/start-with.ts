import type { SkillEntry } from '@skillet/server/contract'

/** So many skills are offered to start with. */
const offered = 3

/** The built-in skill that shows a newcomer around. */
const tour = 'tour'

/**
 * The skills to start with.
 *
 * @param isNewcomer there is no conversation yet: the tour comes first
 */
export function startWith(
  entries: readonly SkillEntry[],
  isNewcomer: boolean,
): readonly SkillEntry[] {
  const callable = entries.filter(({ state, userInvocable }) => state === 'loaded' && userInvocable)
  const first = isNewcomer ? callable.filter(isTour) : []
  return [...first, ...callable.filter((entry) => !first.includes(entry))].slice(0, offered)
}

function isTour({ name, scope }: SkillEntry): boolean {
  return name === tour && scope === 'builtin'
}
