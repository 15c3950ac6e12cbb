import type { TrustQuestion } from '@skillet/server/contract'

/** A changed file, as the server knows it: by its skill, and its place in the skill's folder. */
export interface ChangedFile {
  /** Path of the skill's `SKILL.md`. */
  readonly skill: string
  readonly file: string
}

/** Which file of which skill a change is about; the skill may be gone. */
export function changedFile(
  path: string,
  { root, skills }: Pick<TrustQuestion, 'root' | 'skills'>,
): ChangedFile | undefined {
  const whole = `${root}/${path}`
  for (const { path: skill } of skills) {
    const folder = skill.slice(0, skill.lastIndexOf('/') + 1)
    if (whole.startsWith(folder)) return { skill, file: whole.slice(folder.length) }
  }
  return undefined
}
