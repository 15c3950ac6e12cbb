import { absolutePath, realPathOf, refusedForm, shownPath } from './paths.ts'
import { permitted } from './permitted.ts'
import type { ToolContext, ToolOutcome } from './types.ts'

/** What a typed path means, and whether this call may touch it. */
export type Target = {
  /** Absolute, links resolved. */
  readonly realPath: string
  /** As people know it. */
  readonly shown: string
} & ({ readonly ok: true } | { readonly ok: false; readonly reason: string })

/** The file or folder that a reading call is about. */
export function readTarget(typed: string | undefined, context: ToolContext): Target {
  return checked('read', absolutePath(typed ?? '.', context), context)
}

/** The file that a writing call is about: a name that other systems read otherwise is refused. */
export function writeTarget(typed: string, context: ToolContext): Target {
  const named = absolutePath(typed, context)
  const target = checked('write', named, context)
  const reason = refusedForm(named, context) ?? refusedForm(target.realPath, context)
  return reason === undefined ? target : { ...target, ok: false, reason }
}

function checked(kind: 'read' | 'write', named: string, context: ToolContext): Target {
  const realPath = realPathOf(named)
  const shown = shownPath(realPath, context.workspace)
  return { realPath, shown, ...permitted(kind, realPath, context) }
}

/** Where a file is no longer the one whose diff was shown: nothing is written, and that is said. */
export function staleOutcome(
  { shown }: Target,
  hash: string | undefined,
  { approved }: ToolContext,
): ToolOutcome | undefined {
  const base = approved?.baseHash
  if (base === undefined || hash === undefined || base === hash) return undefined
  const text = `${shown} changed after the diff was shown. Nothing was written.`
  return { ok: false, stale: true, text }
}
