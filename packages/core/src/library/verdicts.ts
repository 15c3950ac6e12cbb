import type { Skill } from '../skill.ts'
import type { ProjectVerdict, SkillVerdict } from './trust/index.ts'

/** What trust says about the project and each of its skills, worked out once a pass. */
export class Verdicts {
  readonly trust: ProjectVerdict
  readonly #bySkill: ReadonlyMap<Skill, SkillVerdict>

  constructor(trust: ProjectVerdict, projectSkills: readonly Skill[]) {
    this.trust = trust
    this.#bySkill = new Map(projectSkills.map((skill) => [skill, trust.forSkill(skill)]))
  }

  forSkill(skill: Skill): SkillVerdict {
    return this.#bySkill.get(skill) ?? this.trust.forSkill(skill)
  }

  /** Whether both say the same about the same skills. */
  areSame(before: Verdicts): boolean {
    const diagnostics = JSON.stringify(this.trust.diagnostics)
    return (
      this.trust.settingsTrusted === before.trust.settingsTrusted &&
      diagnostics === JSON.stringify(before.trust.diagnostics) &&
      this.#bySkill.size === before.#bySkill.size &&
      [...this.#bySkill].every(([skill, verdict]) =>
        isSameVerdict(verdict, before.#bySkill.get(skill)),
      )
    )
  }
}

function isSameVerdict(a: SkillVerdict, b: SkillVerdict | undefined): boolean {
  if (a.trusted) return b?.trusted === true && a.digest === b.digest
  return b?.trusted === false && a.code === b.code && a.reason === b.reason && a.remedy === b.remedy
}
