import type { ConversationStore, Engine, ModelCatalogue } from '@skillet/agent'
import type { Sentences } from '@skillet/language'
import type { Context } from '../../context.ts'
import type { Workspace } from '../../library/open.ts'
import type { Style } from '../../screen/terminal.ts'
import type { ChatState } from '../state/types.ts'

/** What the parts of a running chat share. */
export interface Chat {
  readonly context: Context
  readonly workspace: Workspace
  readonly words: Sentences
  readonly style: Style
  readonly state: () => ChatState
  /** Makes another state and has it drawn. */
  readonly change: (make: (state: ChatState) => ChatState) => void
  readonly opened: () => Promise<Opened>
  /** Path as a person would write it, cleaned. */
  readonly shorten: (path: string) => string
  readonly now: () => number
}

/** What takes a while to load, and is there when the first message goes out. */
export interface Opened {
  readonly engine: Engine
  readonly models: ModelCatalogue
  /** Absent: nothing is kept. */
  readonly store: ConversationStore | undefined
}
