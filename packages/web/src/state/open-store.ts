import { create } from 'zustand'
import type { OpenConversation } from './types.ts'

/** The conversation that is shown. Only this folder writes it. */
export const useOpen = create<OpenConversation>(() => emptyConversation('', 'new'))

/** A conversation of which nothing is known yet. */
export function emptyConversation(
  id: string,
  status: OpenConversation['status'],
): OpenConversation {
  return {
    id,
    status,
    messages: [],
    queue: [],
    later: [],
    activeSkills: [],
    approvals: [],
    contextTokens: 0,
    notices: [],
  }
}
