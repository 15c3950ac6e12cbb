import type { SkilletMessage } from '@skillet/server/contract'

/** What was done to a conversation before an answer's requests were made. */
export interface Marks {
  /** Older messages were sent as a summary, or left out. */
  readonly summarised: boolean
  /** Names of skills whose text was cut in the middle. */
  readonly cut: ReadonlySet<string>
}

/** Reads the marks off the messages that are shown, up to and with an answer. */
export function marksOf(messages: readonly SkilletMessage[], answerId: string | undefined): Marks {
  const at = messages.findIndex(({ id }) => id === answerId)
  const parts = (at < 0 ? messages : messages.slice(0, at + 1)).flatMap(({ parts }) => parts)
  const cut = parts.flatMap((part) =>
    part.type === 'data-skill' && (part.data.truncated ?? 0) > 0 ? [part.data.name] : [],
  )
  return { summarised: parts.some(({ type }) => type === 'data-compaction'), cut: new Set(cut) }
}
