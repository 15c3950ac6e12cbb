import { messageText } from '../message-text.ts'
import { foldText } from '../search-words.ts'
import type { Message } from '../types.ts'
import type { Connection } from './connection.ts'

/**
 * Puts what a message says into the index. An answer that still grows is only marked: the next
 * search takes it in, so that saving it writes what is new alone.
 */
export function indexMessage(connection: Connection, key: number, message: Message): void {
  if (message.role === 'user' || message.end) takeIn(connection, key, message)
  else connection.run('UPDATE messages SET stale = 1 WHERE key = ?', key)
}

/**
 * Puts what a message says into the index, in the place of what it said before. Two line ends more
 * let every letter begin a run of three, also the last one: see `search.ts`.
 */
export function takeIn(connection: Connection, key: number, message: Pick<Message, 'parts'>): void {
  connection.run('UPDATE messages SET stale = 0 WHERE key = ? AND stale = 1', key)
  connection.run('DELETE FROM words WHERE rowid = ?', key)
  const text = foldText(messageText(message))
  if (text === '') return
  connection.run('INSERT INTO words (rowid, text) VALUES (?, ?)', key, `${text}\n\n`)
}
