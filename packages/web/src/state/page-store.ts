import { create } from 'zustand'
import type { Connection, PageState } from './types.ts'

const nothingYet: PageState = { connection: 'connecting', moreConversations: false, skillNotes: [] }

/** Everything that is not about one conversation. Only this folder writes it. */
export const usePage = create<PageState>(() => nothingYet)

/** How the page stands with the server from now on. */
export function setConnection(connection: Connection): void {
  if (usePage.getState().connection !== connection) usePage.setState({ connection })
}
