import { useRoute } from 'wouter'

/** The pages of the client, by their addresses. */
export type Page = 'conversation' | 'skills' | 'settings' | 'start' | 'unknown'

export interface At {
  readonly page: Page
  /** The conversation, where the address names one. */
  readonly id: string | undefined
}

/** The conversation that the address names; none on a new one. */
export interface OfConversation {
  readonly id: string | undefined
}

/** `/c/:id`, the address of a conversation. */
export function addressOf(id: string): string {
  return `/c/${encodeURIComponent(id)}`
}

/** Which page the address shows. */
export function useAt(): At {
  const [isNew] = useRoute('/')
  const [, conversation] = useRoute('/c/:id')
  const [isSkills] = useRoute('/skills')
  const [isSettings] = useRoute('/settings')
  const [isStart] = useRoute('/start')
  if (isNew || conversation !== null) return { page: 'conversation', id: conversation?.id }
  const page = isSkills ? 'skills' : isSettings ? 'settings' : isStart ? 'start' : 'unknown'
  return { page, id: undefined }
}
