/** Why a request came to nothing, in words for a person. */
export class Problem extends Error {
  override readonly name = 'Problem'
  /** As in the contract's `Failure`; `unreachable` where nothing answered. */
  readonly code: string
  /** Of HTTP; 0 where nothing answered. */
  readonly status: number
  readonly hint?: string

  constructor(
    failure: { code: string; message: string; hint?: string | undefined },
    status: number,
  ) {
    super(failure.message)
    this.code = failure.code
    this.status = status
    if (failure.hint !== undefined) this.hint = failure.hint
  }
}

/** What was thrown, as a problem: whatever is none already is a fault of our own. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new Problem({ code: 'internal', message }, 0)
}
