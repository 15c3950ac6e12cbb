/** Why a pattern with a wildcard does not cover a command; an exact one may. */
export interface Hazard {
  /** As a phrase. */
  readonly reason: string
  /** The word of the command that it is about, counted from its name. */
  readonly word: number
  /**
   * Whose wildcard covers it all the same: nobody's; one that spells the command out up to that
   * word; or one that a person wrote for this program.
   */
  readonly excusedBy: 'nobody' | 'naming' | 'person'
  /** Whether it may run a text or program that cannot be read from the words. */
  readonly runs: boolean
}
