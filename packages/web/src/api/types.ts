import type {
  ConversationPage,
  LiveEvent,
  SkilletChunk,
  SkilletMessage,
} from '@skillet/server/contract'

/*
 * The schemas of the contract say of messages and chunks what all of them have. What the server
 * sends are those of the AI SDK, and the page takes them as such where they come in.
 */

export type ReadConversation = Omit<ConversationPage, 'messages'> & {
  readonly messages: readonly SkilletMessage[]
}

type Told<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>

export type ToldEvent =
  | Exclude<LiveEvent, { type: 'message' | 'chunk' }>
  | (Omit<Told<'message'>, 'message'> & { readonly message: SkilletMessage })
  | (Omit<Told<'chunk'>, 'chunk'> & { readonly chunk: SkilletChunk })
