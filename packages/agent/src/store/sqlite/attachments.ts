import { createHash } from 'node:crypto'
import { attachmentHoldMs } from '../attachment-hold.ts'
import type { Part } from '../types.ts'
import type { Connection } from './connection.ts'
import { textAt } from './values.ts'

/**
 * Keeps bytes once, and holds them until a message names them: the conversation of another message
 * that names the same bytes may be deleted in between.
 */
export function keepAttachment(connection: Connection, bytes: Uint8Array, now: number): string {
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (connection.row('SELECT 1 FROM attachments WHERE hash = ?', hash) === undefined) {
    connection.run('INSERT INTO attachments (hash, bytes) VALUES (?, ?)', hash, bytes)
  }
  connection.run('INSERT INTO attachment_holds (hash, put_at) VALUES (?, ?)', hash, now)
  return hash
}

export function attachmentBytes(connection: Connection, hash: string): Uint8Array | undefined {
  const bytes = connection.row('SELECT bytes FROM attachments WHERE hash = ?', hash)?.[0]
  return bytes instanceof Uint8Array ? new Uint8Array(bytes) : undefined
}

/** Says which bytes a message names, in the place of those it named before. */
export function nameAttachments(
  connection: Connection,
  message: number,
  parts: readonly Part[],
): void {
  const named = parts.flatMap((part) => (part.type === 'attachment' ? [part.hash] : []))
  const present = hashesIn(
    connection,
    'SELECT hash FROM attachment_uses WHERE message = ?',
    message,
  )
  for (const hash of named.filter((one) => !present.includes(one))) {
    connection.run(
      'INSERT INTO attachment_uses (message, hash) VALUES (?, ?) ON CONFLICT DO NOTHING',
      message,
      hash,
    )
    connection.run(
      `DELETE FROM attachment_holds
       WHERE key = (SELECT key FROM attachment_holds WHERE hash = ? ORDER BY key LIMIT 1)`,
      hash,
    )
  }
  const dropped = present.filter((hash) => !named.includes(hash))
  for (const hash of dropped) {
    connection.run('DELETE FROM attachment_uses WHERE message = ? AND hash = ?', message, hash)
  }
  dropUnnamed(connection, dropped)
}

/** The bytes that messages of a conversation name. */
export function attachmentsOf(connection: Connection, conversation: number): readonly string[] {
  return hashesIn(
    connection,
    `SELECT DISTINCT hash FROM attachment_uses
     WHERE message IN (SELECT key FROM messages WHERE conversation = ?)`,
    conversation,
  )
}

/** Removes those bytes that nobody names or holds. */
export function dropUnnamed(connection: Connection, hashes: readonly string[]): void {
  for (const hash of hashes) {
    connection.run(
      `DELETE FROM attachments WHERE hash = ?1
         AND NOT EXISTS (SELECT 1 FROM attachment_uses WHERE hash = ?1)
         AND NOT EXISTS (SELECT 1 FROM attachment_holds WHERE hash = ?1)`,
      hash,
    )
  }
}

/** Removes bytes whose message never came. */
export function dropForgotten(connection: Connection, now: number): void {
  const forgotten = hashesIn(
    connection,
    'SELECT DISTINCT hash FROM attachment_holds WHERE put_at < ?',
    now - attachmentHoldMs,
  )
  if (forgotten.length === 0) return
  connection.run('DELETE FROM attachment_holds WHERE put_at < ?', now - attachmentHoldMs)
  dropUnnamed(connection, forgotten)
}

function hashesIn(connection: Connection, sql: string, value: number): readonly string[] {
  return connection.rows(sql, value).map((row) => textAt(row, 0))
}
