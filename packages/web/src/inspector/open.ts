import { create } from 'zustand'

/** Which request to look at. Without a message: that of the newest answer. */
export interface Inspected {
  readonly messageId?: string
  /** Counts from 1 within the turn. Default: the last one. */
  readonly step?: number
}

/** What was sent for an answer, or what the draft would send. */
export type Tab = 'sent' | 'next'

interface Wish extends Inspected {
  readonly tab: Tab
  /** Grows with each wish, so that the same one twice opens twice. */
  readonly turn: number
}

export const useInspected = create<Wish>(() => ({ tab: 'sent', turn: 0 }))

/** Opens the inspector on what was sent for an answer. */
export function openInspector(inspected: Inspected = {}): void {
  useInspected.setState(({ turn }) => ({ ...inspected, tab: 'sent', turn: turn + 1 }), true)
}

/** Opens the inspector on what the draft would send. */
export function openNext(): void {
  useInspected.setState(({ turn }) => ({ tab: 'next', turn: turn + 1 }), true)
}
