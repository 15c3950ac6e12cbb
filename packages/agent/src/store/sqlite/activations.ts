import type { StoredActivation } from '../types.ts'
import type { Connection } from './connection.ts'
import { mustHaveConversation } from './conversations.ts'
import { keepText } from './texts.ts'
import { jsonAt, toJson } from './values.ts'

export function addActivation(
  connection: Connection,
  id: string,
  { instructions, ...more }: StoredActivation,
): void {
  connection.run(
    'INSERT INTO activations (conversation, instructions, more) VALUES (?, ?, ?)',
    mustHaveConversation(connection, id),
    keepText(connection, instructions),
    toJson(more),
  )
}

export function activationsOf(connection: Connection, id: string): readonly StoredActivation[] {
  const rows = connection.rows(
    `SELECT a.more, t.json FROM activations a JOIN texts t ON t.key = a.instructions
     WHERE a.conversation = (SELECT key FROM conversations WHERE id = ?) ORDER BY a.key`,
    id,
  )
  return rows.map((row) => ({
    ...jsonAt<Omit<StoredActivation, 'instructions'>>(row, 0),
    instructions: jsonAt<string>(row, 1),
  }))
}
