import type { SkillState } from '../skill.ts'
import type { Found } from './types.ts'

/** Why a skill was not handed over, in a form that every surface can show. */
export interface Unavailability {
  readonly found: Found
  readonly reason: string
  readonly remedy?: string
  /** Where it differs from the entry's: the file changed since the snapshot. */
  readonly state?: SkillState
}

/** Thrown by `activate`: the name is unknown, or the skill may not be called on this route now. */
export class SkillUnavailableError extends Error {
  override readonly name = 'SkillUnavailableError'
  readonly found: Found
  /** Absent where no skill of that name is known. */
  readonly state?: SkillState
  readonly reason: string
  readonly remedy?: string
  /** Up to five names that may have been meant. */
  readonly near: readonly string[]

  constructor({ found, reason, remedy, state }: Unavailability) {
    super(remedy === undefined ? reason : `${reason} ${remedy}`)
    this.found = found
    this.reason = reason
    if (remedy !== undefined) this.remedy = remedy
    const known = state ?? found.entry?.state
    if (known !== undefined) this.state = known
    this.near = found.entry === undefined ? found.near : []
  }
}
