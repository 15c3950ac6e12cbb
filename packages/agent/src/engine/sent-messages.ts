import type { Compaction, Message } from '../store/types.ts'

/** Which messages of a branch are sent, and what stands in the place of the others. */
export interface SentMessages {
  /** The person's first message is always sent; absent where nothing is left out. */
  readonly first?: Message
  /** Stands behind the first message, in the place of `leftOut`. */
  readonly compaction?: Compaction
  readonly leftOut: readonly Message[]
  /** The rest of the branch, whole. */
  readonly messages: readonly Message[]
  /** Calls of which only the beginning and the end are sent. */
  readonly shortened: ReadonlySet<string>
}

/**
 * Worked out from the messages of the branch alone, so that undo, edit and retry need no
 * book-keeping: the newest compaction on it holds, and one on a branch that was left holds no more.
 * Messages that wait, or of which nothing was sent, are in neither list.
 */
export function sentMessages(branch: readonly Message[]): SentMessages {
  const all = branch.filter((message) => !message.state)
  const compaction = latestCompaction(all)
  const shortened = new Set(compaction?.shortened)
  const start = all.findIndex((message) => message.role === 'user')
  const end = compaction ? all.findIndex(({ id }) => id === compaction.upTo) : -1
  const first = all[start]
  if (!compaction || !first || end <= start) return { leftOut: [], messages: all, shortened }
  const leftOut = all.slice(0, end + 1).filter((message) => message !== first)
  return { first, compaction, leftOut, messages: all.slice(end + 1), shortened }
}

function latestCompaction(messages: readonly Message[]): Compaction | undefined {
  for (const { parts } of [...messages].reverse()) {
    const part = parts.findLast((one) => one.type === 'compaction')
    if (part) return part
  }
  return undefined
}
