import type { Sentences } from './index.ts'

/** What a command would run in, as a question says it. */
interface Place {
  /** Absent: it is about no command. */
  readonly sandbox?:
    | { readonly kind: 'none' }
    | { readonly kind: 'bubblewrap'; readonly network: 'closed' | 'open' }
    | undefined
  /** What this one run would be given beside that. */
  readonly openings?: readonly string[] | undefined
}

/** Whether a command would run in a sandbox, and what it would reach from there: none, one or two facts. */
export function commandPlace(
  { sandbox, openings = [] }: Place,
  { approval }: Pick<Sentences, 'approval'>,
): readonly string[] {
  if (sandbox === undefined) return []
  if (sandbox.kind === 'none') return [approval.noSandbox]
  const isOpen = sandbox.network === 'open' || openings.includes('network')
  return [
    isOpen ? approval.sandboxOpen : approval.sandboxClosed,
    ...(openings.includes('home') ? [approval.sandboxHome] : []),
  ]
}
