import { shownText } from './typed-text.ts'
import type { Message } from './types.ts'

/** What a person reads of a message, and so what a search looks through: no tool output. */
export function messageText({ parts }: Pick<Message, 'parts'>): string {
  const names = parts.flatMap((part) => (part.type === 'attachment' ? [part.name] : []))
  return [shownText(parts), ...names].filter((text) => text !== '').join('\n')
}
