import type { StoredRequest } from '../types.ts'
import type { Connection } from './connection.ts'
import { mustHaveConversation } from './conversations.ts'
import { keepText } from './texts.ts'
import { jsonAt, numberAt, toJson } from './values.ts'

type Section = StoredRequest['sections'][number]

export function addRequest(
  connection: Connection,
  id: string,
  { sections, tools, ...more }: StoredRequest,
): void {
  const { key } = connection.run(
    'INSERT INTO requests (conversation, message_id, tools, more) VALUES (?, ?, ?, ?)',
    mustHaveConversation(connection, id),
    more.messageId,
    keepText(connection, tools),
    toJson(more),
  )
  for (const [place, { text, ...section }] of sections.entries()) {
    connection.run(
      'INSERT INTO request_sections (request, place, text, more) VALUES (?, ?, ?, ?)',
      key,
      place,
      keepText(connection, text),
      toJson(section),
    )
  }
}

export function requestsOf(
  connection: Connection,
  id: string,
  messageId?: string,
): readonly StoredRequest[] {
  const rows = connection.rows(
    `SELECT r.key, r.more, t.json FROM requests r JOIN texts t ON t.key = r.tools
     WHERE r.conversation = (SELECT key FROM conversations WHERE id = ?)
     ${messageId === undefined ? '' : 'AND r.message_id = ?'} ORDER BY r.key`,
    id,
    ...(messageId === undefined ? [] : [messageId]),
  )
  return rows.map((row) => ({
    ...jsonAt<Omit<StoredRequest, 'sections' | 'tools'>>(row, 1),
    sections: sectionsOf(connection, numberAt(row, 0)),
    tools: jsonAt<StoredRequest['tools']>(row, 2),
  }))
}

function sectionsOf(connection: Connection, request: number): readonly Section[] {
  const rows = connection.rows(
    `SELECT s.more, t.json FROM request_sections s JOIN texts t ON t.key = s.text
     WHERE s.request = ? ORDER BY s.place`,
    request,
  )
  return rows.map((row) => ({
    ...jsonAt<Omit<Section, 'text'>>(row, 0),
    text: jsonAt<string>(row, 1),
  }))
}
