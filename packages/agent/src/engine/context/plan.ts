import type { Compaction, Message, Part } from '../../store/types.ts'
import { sentMessages } from '../sent-messages.ts'
import { isLong } from '../shorten.ts'

/** What a compaction would leave out. */
export type CompactionDraft = Pick<Compaction, 'upTo' | 'messages'> & {
  readonly shortened: readonly string[]
}

/** What is left out anew, and what is no longer sent with it. */
export interface CompactionPlan extends CompactionDraft {
  /** The messages that were sent until now. */
  readonly leavingOut: readonly Message[]
}

interface PlanGround {
  /** With the answer under way, where there is one, as the last message. */
  readonly branch: readonly Message[]
  /** Estimated tokens of the request with such a compaction. */
  readonly measure: (draft: CompactionDraft) => number
  /** Estimated tokens that a request may have. */
  readonly limit: number
  /** What it should come down to, so that the next compaction is not the next step's. */
  readonly target: number
}

/**
 * What to leave out so that the request fits: the oldest turns, whole, so that no call is parted
 * from its result; then, of the turn under way, the middle of its oldest results. The first
 * message, the turn under way and, where it fits, the one before it stay.
 *
 * @returns undefined where there is nothing more to leave out
 */
export function planCompaction(ground: PlanGround): CompactionPlan | undefined {
  const { branch, limit, target } = ground
  const present = sentMessages(branch)
  const cuts = placesToCut(branch)
  const before = stillShortened(branch)
  const draft = (turns: number, calls: readonly string[] = []): CompactionPlan => {
    const leavingOut = present.messages
      .slice(0, cuts[turns - 1] ?? 0)
      .filter(isNot(present.first ?? firstOf(branch)))
    const upTo = leavingOut.at(-1)?.id ?? present.compaction?.upTo ?? ''
    const messages = present.leftOut.length + leavingOut.length
    return { upTo, messages, leavingOut, shortened: [...before, ...calls] }
  }
  const size = (turns: number, calls: readonly string[] = []) => ground.measure(draft(turns, calls))

  const keepingOne = least(Math.max(0, cuts.length - 1), (turns) => size(turns) <= target)
  const turns = size(keepingOne) <= limit ? keepingOne : cuts.length
  if (size(turns) <= limit) return changed(draft(turns))

  const { older, lastStep } = longCalls(branch, present.shortened)
  const some = least(older.length, (calls) => size(turns, older.slice(0, calls)) <= target)
  const first = older.slice(0, some)
  const more = least(lastStep.length, (calls) => {
    return size(turns, [...first, ...lastStep.slice(0, calls)]) <= limit
  })
  return changed(draft(turns, [...first, ...lastStep.slice(0, more)]), before.length)
}

function changed(plan: CompactionPlan, before = plan.shortened.length): CompactionPlan | undefined {
  const isNew = plan.leavingOut.length > 0 || plan.shortened.length > before
  return isNew ? plan : undefined
}

function isNot(first: Message | undefined): (message: Message) => boolean {
  return (message) => message !== first
}

function firstOf(branch: readonly Message[]): Message | undefined {
  return branch.find((message) => !message.state && message.role === 'user')
}

/**
 * Where turns end, as the number of sent messages before, for all but the turn under way. Behind
 * the first message alone there is nothing to leave out.
 */
function placesToCut(branch: readonly Message[]): readonly number[] {
  const { first, messages } = sentMessages(branch)
  const opening = first ?? firstOf(branch)
  return messages.flatMap((message, at) => {
    if (message.role !== 'user' || at === 0) return []
    return messages.slice(0, at).some(isNot(opening)) ? [at] : []
  })
}

/** Calls that were shortened and are sent all the same. */
function stillShortened(branch: readonly Message[]): readonly string[] {
  const { messages, shortened } = sentMessages(branch)
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'tool' && shortened.has(part.callId) ? [part.callId] : [],
    ),
  )
}

/** Calls of the turn under way that are worth shortening; the model has not read the last step's. */
function longCalls(
  branch: readonly Message[],
  shortened: ReadonlySet<string>,
): { readonly older: readonly string[]; readonly lastStep: readonly string[] } {
  const answer = branch.at(-1)
  const parts = answer?.role === 'assistant' ? answer.parts : []
  const last = parts.findLastIndex(({ type }) => type === 'step')
  const long = (some: readonly Part[]) =>
    some.flatMap((part) =>
      part.type === 'tool' && !shortened.has(part.callId) && isLong(part) ? [part.callId] : [],
    )
  return {
    older: long(parts.slice(0, Math.max(0, last))),
    lastStep: long(parts.slice(Math.max(0, last))),
  }
}

/** The smallest number up to `most` that will do, or `most`: what does, does with more as well. */
function least(most: number, does: (count: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (does(middle)) high = middle
    else low = middle + 1
  }
  return low
}
