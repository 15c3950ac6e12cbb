import type { RequestRecord } from '@skillet/server/contract'
import { create } from 'zustand'

/** What was sent for an answer, or what the draft would send. */
export type Tab = 'sent' | 'next'

/**
 * What is looked at. It outlives the region, which is closed, opened, and made anew as a column or a
 * sheet when the window gets another width.
 */
interface Inspected {
  /** Undefined: what was sent, where anything was. */
  readonly tab?: Tab
  /** Undefined, or of another conversation: the newest answer. */
  readonly messageId?: string | undefined
  /** One of an answer's requests, counted from 1 within its turn; else the last one. */
  readonly request?: { readonly messageId: string; readonly step: number } | undefined
  /** The part of a conversation's request whose exact text is open. */
  readonly part?: { readonly conversation: string; readonly rowId: string } | undefined
  /** Grows with each wish to have the region open, so that the same one twice opens twice. */
  readonly wishes: number
}

export const useInspected = create<Inspected>(() => ({ wishes: 0 }))

/** Opens the inspector on what was sent for an answer. */
export function openInspector(messageId: string): void {
  useInspected.setState(({ wishes }) => ({ tab: 'sent', messageId, wishes: wishes + 1 }), true)
}

/** Turns to another request of an answer. */
export function showRequest({ messageId, step }: RequestRecord): void {
  useInspected.setState({ request: { messageId, step } })
}

/** Opens the inspector on what the draft would send. */
export function openNext(): void {
  useInspected.setState(({ wishes }) => ({ tab: 'next', wishes: wishes + 1 }), true)
}
