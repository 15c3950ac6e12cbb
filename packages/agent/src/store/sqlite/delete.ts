import { attachmentsOf, dropForgotten, dropUnnamed } from './attachments.ts'
import type { Connection } from './connection.ts'
import { keyOfConversation } from './conversations.ts'
import { dropUnusedTexts, textsOf } from './texts.ts'
import { numberAt } from './values.ts'

/** Removes a conversation, and the texts and files that belong to it alone. */
export function deleteConversation(connection: Connection, id: string, now: number): boolean {
  const key = keyOfConversation(connection, id)
  if (key === undefined) return false
  const texts = textsOf(connection, key)
  const attachments = attachmentsOf(connection, key)
  connection.run(
    'DELETE FROM words WHERE rowid IN (SELECT key FROM messages WHERE conversation = ?)',
    key,
  )
  // The index only notes what was deleted, and what was replaced before, until it is put together
  // anew. Its own way to delete for good takes milliseconds a message, and this one for them all.
  connection.run("INSERT INTO words (words) VALUES ('optimize')")
  connection.run('DELETE FROM conversations WHERE key = ?', key)
  dropUnusedTexts(connection, texts)
  dropUnnamed(connection, attachments)
  dropForgotten(connection, now)
  return true
}

/**
 * Takes what was deleted out of the log as well. Freed pages of the database are overwritten
 * (`secure_delete`), but the log holds older copies of them until it is emptied.
 *
 * @returns false where another process reads from the log at this moment
 */
export function emptyLog(connection: Connection): boolean {
  const row = connection.row('PRAGMA wal_checkpoint(TRUNCATE)')
  return row === undefined || numberAt(row, 0) === 0
}
