import type { Draft } from './composer.ts'

/** What was sent before, the newest last, and where Up has come to. */
export interface History {
  readonly entries: readonly Draft[]
  /** Absent: none is shown. */
  readonly at?: number
}

export const emptyHistory: History = { entries: [] }

const mostEntries = 200

/** A message that was sent: the same one twice in a row is kept once. */
export function remember({ entries }: History, draft: Draft): History {
  const last = entries.at(-1)
  const isSame = last !== undefined && sameDraft(last, draft)
  return { entries: isSame ? entries : [...entries, draft].slice(-mostEntries) }
}

/** An older (`-1`) or newer (`+1`) message; `undefined` where there is none, `'draft'` behind the newest. */
export function step(
  { entries, at }: History,
  direction: -1 | 1,
): { readonly history: History; readonly draft: Draft | 'empty' } | undefined {
  const next = (at ?? entries.length) + direction
  if (next < 0 || (at === undefined && direction === 1)) return undefined
  const draft = entries[next]
  if (draft === undefined) return { history: { entries }, draft: 'empty' }
  return { history: { entries, at: next }, draft: { ...draft, focus: 'text' } }
}

function sameDraft(one: Draft, other: Draft): boolean {
  return (
    one.text.text === other.text.text &&
    one.chip?.path === other.chip?.path &&
    JSON.stringify(one.chip?.fields.map(({ value }) => value.text)) ===
      JSON.stringify(other.chip?.fields.map(({ value }) => value.text))
  )
}
