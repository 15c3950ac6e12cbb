import { type ComponentType, lazy } from 'react'
import { Conversation } from '../chat/index.ts'
import { ConnectionStatus } from '../connection/index.ts'
import { Conversations, Title, TitledWindow } from '../conversations/index.ts'
import type { OfConversation } from '../frame/index.ts'
import { OpensInspector } from '../inspector/index.ts'
import { Palette } from '../palette/index.ts'
import { FollowSession } from '../session/index.ts'

/** What fills the page's regions. */
export interface Regions {
  /** Draw nothing: they keep the window's title, theme, language and open regions with the state. */
  readonly followers: readonly ComponentType[]
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
  readonly Search: ComponentType<SearchProps>
  readonly Skills: ComponentType
  readonly Settings: ComponentType
  readonly Start: ComponentType
}

export interface SearchProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/**
 * The one place where regions and what fills them meet. What is not seen at once is loaded when it is
 * first shown, past the door of its folder: the door leads to what the first page needs.
 */
export const regions: Regions = {
  followers: [TitledWindow, FollowSession, OpensInspector],
  Status: ConnectionStatus,
  Conversations,
  Title,
  Conversation,
  Inspector: lazy(async () => ({
    default: (await import('../inspector/inspector.tsx')).Inspector,
  })),
  Search: Palette,
  Skills: lazy(async () => ({ default: (await import('../skills/page.tsx')).SkillsPage })),
  Settings: lazy(async () => ({ default: (await import('../settings/page.tsx')).SettingsPage })),
  Start: lazy(async () => ({ default: (await import('../first-run/page.tsx')).StartPage })),
}
