import type { Message, Part } from '../types.ts'
import { nameAttachments } from './attachments.ts'
import type { Connection, Row } from './connection.ts'
import { mustHaveConversation, touchConversation } from './conversations.ts'
import {
  jsonAt,
  numberAt,
  optionalNumberAt,
  optionalTextAt,
  orNull,
  textAt,
  toJson,
} from './values.ts'
import { indexMessage } from './word-index.ts'

/** The columns that `messagesAt` reads, of messages `m`. */
const messageColumns = `m.key, m.parent, m.id, m.role, m.state, m.created_at, m.more,
  (SELECT group_concat(json) FROM (SELECT json FROM parts WHERE message = m.key ORDER BY place))`

/** The branch that ends at the head, from its first message on. */
export function branchOf(connection: Connection, id: string): readonly Message[] {
  const rows = connection.rows(
    `WITH RECURSIVE branch (key, depth) AS (
       SELECT head, 0 FROM conversations WHERE id = ? AND head NOT NULL
       UNION ALL
       SELECT m.parent, depth + 1 FROM branch JOIN messages m ON m.key = branch.key
       WHERE m.parent NOT NULL
     )
     SELECT ${messageColumns}
     FROM branch JOIN messages m ON m.key = branch.key ORDER BY branch.depth DESC`,
    id,
  )
  return messagesAt(rows)
}

/** The messages of all branches, in the order in which they were first put. */
export function messagesOf(connection: Connection, id: string): readonly Message[] {
  const rows = connection.rows(
    `SELECT ${messageColumns} FROM messages m
     WHERE m.conversation = (SELECT key FROM conversations WHERE id = ?) ORDER BY m.key`,
    id,
  )
  return messagesAt(rows)
}

/** The parts of one message. */
export function partsOf(connection: Connection, key: number): readonly Part[] {
  const rows = connection.rows('SELECT json FROM parts WHERE message = ? ORDER BY place', key)
  return rows.map((row) => jsonAt<Part>(row, 0))
}

/**
 * Adds a message, or writes what changed of the one of this id. Gives its key.
 *
 * @param isSaved whether the part in this place is known to be in the store already
 */
export function putMessage(
  connection: Connection,
  conversationId: string,
  message: Message,
  now: number,
  isSaved: (place: number) => boolean = () => false,
): number {
  const conversation = mustHaveConversation(connection, conversationId)
  const present = connection.row(
    'SELECT key FROM messages WHERE conversation = ? AND id = ?',
    conversation,
    message.id,
  )
  const key = present
    ? replaceMessage(connection, numberAt(present, 0), message)
    : addMessage(connection, conversation, message)
  const changed = putParts(connection, key, message.parts, isSaved)
  if (changed.some((part) => part.type === 'attachment')) {
    nameAttachments(connection, key, message.parts)
  }
  if (changed.some(({ type }) => readable.has(type)) || message.end) {
    indexMessage(connection, key, message)
  }
  touchConversation(connection, conversation, now)
  return key
}

/** Shows the branch that ends at this message, unless a turn of the conversation runs or waits. */
export function moveHead(connection: Connection, id: string, messageId: string | null): boolean {
  const conversation = mustHaveConversation(connection, id)
  const head = messageId === null ? null : mustHaveMessage(connection, conversation, messageId)
  const { changes } = connection.run(
    `UPDATE conversations SET head = ?1 WHERE key = ?2
       AND NOT EXISTS (SELECT 1 FROM turns WHERE conversation = ?2)`,
    head,
    conversation,
  )
  return changes > 0
}

/** Parts of which a search looks through the text. */
const readable: ReadonlySet<Part['type']> = new Set(['text', 'skill', 'attachment'])

function addMessage(connection: Connection, conversation: number, message: Message): number {
  const { id, role, parent, state, createdAt, more } = columnsOf(message)
  const before =
    parent === undefined
      ? headOf(connection, conversation)
      : parent === null
        ? null
        : mustHaveMessage(connection, conversation, parent)
  const { key } = connection.run(
    `INSERT INTO messages (conversation, id, parent, role, state, created_at, more)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    conversation,
    id,
    before,
    role,
    state,
    createdAt,
    more,
  )
  connection.run('UPDATE conversations SET head = ? WHERE key = ?', key, conversation)
  return key
}

/** It stays in its place: behind the same parent. */
function replaceMessage(connection: Connection, key: number, message: Message): number {
  const { role, state, createdAt, more } = columnsOf(message)
  connection.run(
    'UPDATE messages SET role = ?, state = ?, created_at = ?, more = ? WHERE key = ?',
    role,
    state,
    createdAt,
    more,
    key,
  )
  return key
}

function columnsOf({ id, role, parent, state, createdAt, parts: _parts, ...more }: Message) {
  return { id, role, parent, state: orNull(state), createdAt, more: toJson(more) }
}

/** Writes the parts that are new or differ, and gives those and the ones they replaced. */
function putParts(
  connection: Connection,
  message: number,
  parts: readonly Part[],
  isSaved: (place: number) => boolean,
): readonly Part[] {
  const changed: Part[] = []
  for (const [place, part] of parts.entries()) {
    if (isSaved(place)) continue
    const json = toJson(part)
    const before = connection.row(
      'SELECT json FROM parts WHERE message = ? AND place = ?',
      message,
      place,
    )
    if (before !== undefined && textAt(before, 0) === json) continue
    changed.push(part, ...(before ? [jsonAt<Part>(before, 0)] : []))
    connection.run(
      `INSERT INTO parts (message, place, json) VALUES (?, ?, ?)
       ON CONFLICT (message, place) DO UPDATE SET json = excluded.json`,
      message,
      place,
      json,
    )
  }
  return [...changed, ...dropParts(connection, message, parts.length)]
}

/** Removes the parts from a place on, and gives them. */
function dropParts(connection: Connection, message: number, from: number): readonly Part[] {
  const rows = connection.rows(
    'SELECT json FROM parts WHERE message = ? AND place >= ?',
    message,
    from,
  )
  if (rows.length > 0) {
    connection.run('DELETE FROM parts WHERE message = ? AND place >= ?', message, from)
  }
  return rows.map((row) => jsonAt<Part>(row, 0))
}

function headOf(connection: Connection, conversation: number): number | null {
  const row = connection.row('SELECT head FROM conversations WHERE key = ?', conversation)
  return orNull(row && optionalNumberAt(row, 0))
}

/** The key of a message of this conversation. */
export function mustHaveMessage(connection: Connection, conversation: number, id: string): number {
  const row = connection.row(
    'SELECT key FROM messages WHERE conversation = ? AND id = ?',
    conversation,
    id,
  )
  if (row) return numberAt(row, 0)
  throw new Error(`There is no message ${JSON.stringify(id)} in this conversation.`)
}

/** Rows that hold the parents of all their messages. */
function messagesAt(rows: readonly Row[]): readonly Message[] {
  const ids = new Map(rows.map((row) => [numberAt(row, 0), textAt(row, 2)]))
  return rows.map((row) => {
    const parent = optionalNumberAt(row, 1)
    const state = stateAt(row, 4)
    return {
      ...jsonAt<Pick<Message, 'end' | 'usage'>>(row, 6),
      id: textAt(row, 2),
      role: textAt(row, 3) === 'user' ? 'user' : 'assistant',
      ...(state && { state }),
      createdAt: numberAt(row, 5),
      parent: parent === undefined ? null : (ids.get(parent) ?? null),
      parts: partsAt(row, 7),
    }
  })
}

function stateAt(row: Row, column: number): Message['state'] {
  const state = optionalTextAt(row, column)
  return state === 'queued' || state === 'unsent' ? state : undefined
}

function partsAt(row: Row, column: number): readonly Part[] {
  const parts: readonly Part[] = JSON.parse(`[${optionalTextAt(row, column) ?? ''}]`)
  return parts
}
