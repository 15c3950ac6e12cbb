import type { SkilletChunk, SkilletMessage } from '@skillet/server/contract'
import type { Growing } from './growing.ts'

/** What the live stream brought so far, and not yet all of it is in the state. */
export const stream: {
  /** The answer that comes now. */
  growing?: Growing | undefined
  /** Its chunks since the last frame. */
  waiting: SkilletChunk[]
  frame: boolean
  /** Of the last event that was told; pieces of answers have none. */
  lastId?: string
  /** How many events about the shown conversation were applied. */
  told: number
} = { waiting: [], frame: false, told: 0 }

/** Another conversation is shown: what was still coming for the one before belongs nowhere. */
export function letGo(): void {
  stream.growing = undefined
  stream.waiting = []
}

/** The answer that comes now is further than what the store holds of it. */
export function withGrowing(messages: readonly SkilletMessage[]): readonly SkilletMessage[] {
  const message = stream.growing?.message
  return message !== undefined && messages.some(({ id }) => id === message.id)
    ? put(messages, message)
    : messages
}

/** Adds a message at the end, or puts it in the place of the one of its id. */
export function put(messages: readonly SkilletMessage[], message: SkilletMessage) {
  const at = messages.findIndex(({ id }) => id === message.id)
  return at < 0 ? [...messages, message] : messages.with(at, message)
}
