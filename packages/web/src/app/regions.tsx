import type { ComponentType, ReactNode } from 'react'
import { Conversation } from '../chat/index.ts'
import type { OfConversation } from '../frame/index.ts'

/** What fills the page's regions. Pages other than the conversation are loaded when first shown. */
export interface Regions {
  /** Around everything: the page's state and its connection to the server. */
  readonly State: ComponentType<{ readonly children: ReactNode }>
  /** Above everything: guided, reconnecting, an earlier start. Draws `Banner`s or nothing. */
  readonly Status: ComponentType
  /** The list of conversations, inside `nav`, with what makes a new one. */
  readonly Conversations: ComponentType<OfConversation>
  /** The conversation's title and state, in the top bar. The title is an `h1`. */
  readonly Title: ComponentType<OfConversation>
  /** Messages and composer, inside `main`, over its whole height. */
  readonly Conversation: ComponentType<OfConversation>
  /** The inspector, inside `aside`. Its heading with Close or Back is drawn around it. */
  readonly Inspector: ComponentType<OfConversation>
  /** Search and commands (Ctrl+K), a dialog. */
  readonly Search: ComponentType<{
    readonly open: boolean
    readonly onOpenChange: (open: boolean) => void
  }>
  readonly Skills: ComponentType
  readonly Settings: ComponentType
  readonly Start: ComponentType
}

const Nothing = () => null

/** The one place where regions and what fills them meet: replace a line with your component. */
export const regions: Regions = {
  State: ({ children }) => children,
  Status: Nothing,
  Conversations: Nothing,
  Title: Nothing,
  Conversation,
  Inspector: Nothing,
  Search: Nothing,
  // Pages: `Skills: lazy(() => import('../skills/index.ts').then(({ Skills }) => ({ default: Skills })))`
  Skills: Nothing,
  Settings: Nothing,
  Start: Nothing,
}
