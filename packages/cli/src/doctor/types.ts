/** `note`: worth knowing. `warning`: something works less well. `error`: something does not work. */
export type CheckStatus = 'ok' | 'note' | 'warning' | 'error'

/** One thing that `skillet doctor` looked at; `docs/schemas/doctor.schema.json` describes it. */
export interface Check {
  readonly area:
    | 'Skillet'
    | 'Models'
    | 'Skills'
    | 'Settings and trust'
    | 'Knowledge'
    | 'Conversations'
    | 'Tools'
  readonly subject: string
  readonly status: CheckStatus
  readonly detail: string
  readonly remedy?: string
}
