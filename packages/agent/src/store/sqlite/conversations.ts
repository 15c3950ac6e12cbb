import { foldText } from '../search-words.ts'
import type { Conversation, ListedConversation } from '../types.ts'
import type { Connection, Row } from './connection.ts'
import { jsonAt, numberAt, optionalTextAt, textAt, toJson } from './values.ts'

/** What `conversationAt` reads, of conversations `c` with their heads `h`. */
export const conversationColumns = 'c.id, c.workspace, c.title, h.id, c.created_at, c.updated_at'
export const conversationTables = 'conversations c LEFT JOIN messages h ON h.key = c.head'

export function conversationAt(row: Row): Conversation {
  return {
    id: textAt(row, 0),
    workspace: textAt(row, 1),
    ...(optionalTextAt(row, 2) !== undefined && { title: jsonAt<string>(row, 2) }),
    head: optionalTextAt(row, 3) ?? null,
    createdAt: numberAt(row, 4),
    updatedAt: numberAt(row, 5),
  }
}

/** The key of a conversation; undefined where it was never made. */
export function keyOfConversation(connection: Connection, id: string): number | undefined {
  const row = connection.row('SELECT key FROM conversations WHERE id = ?', id)
  return row && numberAt(row, 0)
}

/** The key of a conversation that something is written into. */
export function mustHaveConversation(connection: Connection, id: string): number {
  const key = keyOfConversation(connection, id)
  if (key !== undefined) return key
  throw new Error(`There is no conversation ${JSON.stringify(id)} in this store.`)
}

export function getConversation(connection: Connection, id: string): Conversation | undefined {
  const row = connection.row(
    `SELECT ${conversationColumns} FROM ${conversationTables} WHERE c.id = ?`,
    id,
  )
  return row && conversationAt(row)
}

/** One of this id, made now or before. */
export function makeConversation(
  connection: Connection,
  { id, workspace, now }: { readonly id: string; readonly workspace: string; readonly now: number },
): Conversation {
  connection.run(
    `INSERT INTO conversations (id, workspace, created_at, updated_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
    id,
    workspace,
    now,
    now,
  )
  const made = getConversation(connection, id)
  if (made) return made
  throw new Error(`The conversation ${JSON.stringify(id)} was not made.`)
}

export function listConversations(
  connection: Connection,
  {
    workspace,
    limit,
    offset = 0,
  }: {
    readonly workspace?: string
    readonly limit?: number
    readonly offset?: number
  },
): readonly ListedConversation[] {
  const rows = connection.rows(
    `SELECT ${conversationColumns},
       (SELECT count(*) FROM messages m WHERE m.conversation = c.key)
     FROM ${conversationTables}
     ${workspace === undefined ? '' : 'WHERE c.workspace = ?'}
     ORDER BY c.updated_at DESC, c.key DESC LIMIT ? OFFSET ?`,
    ...(workspace === undefined ? [] : [workspace]),
    limit !== undefined && Number.isFinite(limit) ? limit : -1,
    offset,
  )
  return rows.map((row) => ({ ...conversationAt(row), messageCount: numberAt(row, 6) }))
}

export function titleConversation(
  connection: Connection,
  id: string,
  title: string,
  now: number,
): void {
  const key = mustHaveConversation(connection, id)
  connection.run(
    'UPDATE conversations SET title = ?, title_words = ? WHERE key = ?',
    toJson(title),
    foldText(title),
    key,
  )
  touchConversation(connection, key, now)
}

/** A clock that was set back does not move a conversation down. */
export function touchConversation(connection: Connection, key: number, now: number): void {
  connection.run('UPDATE conversations SET updated_at = max(updated_at, ?) WHERE key = ?', now, key)
}
