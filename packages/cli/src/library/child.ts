import type { Context } from '../context.ts'
import { sayError } from '../screen/notice.ts'

/** Set by the engine for the commands that a model runs. The same name as in `@skillet/agent`. */
export const childMarker = 'SKILLET_CHILD'

/**
 * Whether a model's own command started this one. It may look, and may not widen what it may do:
 * trust is a person's to give (and so is turning skills on).
 */
export function isChildOfEngine({ environment }: Pick<Context, 'environment'>): boolean {
  return Boolean(environment[childMarker])
}

export function refuseChild({ terminal }: Context, what: string): void {
  sayError(
    terminal.stderr,
    `${what} is for a person to decide, and this was started by a tool call of Skillet.`,
    'Run it in a terminal of your own.',
  )
}
