import { createHash } from 'node:crypto'
import type { Connection } from './connection.ts'
import { numberAt, toJson } from './values.ts'

/** Keeps a text or a list once, however often it is sent, and gives its key. */
export function keepText(connection: Connection, content: unknown): number {
  const json = toJson(content)
  const hash = createHash('sha256').update(json).digest('hex')
  const present = connection.row('SELECT key FROM texts WHERE hash = ?', hash)
  if (present) return numberAt(present, 0)
  return connection.run('INSERT INTO texts (hash, json) VALUES (?, ?)', hash, json).key
}

/** The keys of all texts that belong to a conversation. */
export function textsOf(connection: Connection, conversation: number): readonly number[] {
  const rows = connection.rows(
    `SELECT instructions FROM activations WHERE conversation = ?1
     UNION SELECT tools FROM requests WHERE conversation = ?1
     UNION SELECT s.text FROM requests r JOIN request_sections s ON s.request = r.key
       WHERE r.conversation = ?1`,
    conversation,
  )
  return rows.map((row) => numberAt(row, 0))
}

/** Removes those texts that belong to nothing any more. */
export function dropUnusedTexts(connection: Connection, keys: readonly number[]): void {
  for (const key of keys) {
    connection.run(
      `DELETE FROM texts WHERE key = ?1
         AND NOT EXISTS (SELECT 1 FROM activations WHERE instructions = ?1)
         AND NOT EXISTS (SELECT 1 FROM requests WHERE tools = ?1)
         AND NOT EXISTS (SELECT 1 FROM request_sections WHERE text = ?1)`,
      key,
    )
  }
}
