import { create } from 'zustand'

/** Which request to look at. Without a message: that of the newest answer. */
export interface Inspected {
  readonly messageId?: string
  /** Counts from 1 within the turn. Default: the last one. */
  readonly step?: number
}

interface Wish extends Inspected {
  /** Grows with each wish, so that the same one twice opens twice. */
  readonly turn: number
}

export const useInspected = create<Wish>(() => ({ turn: 0 }))

/** Opens the inspector on what was sent for an answer. */
export function openInspector(inspected: Inspected = {}): void {
  useInspected.setState(({ turn }) => ({ ...inspected, turn: turn + 1 }), true)
}
