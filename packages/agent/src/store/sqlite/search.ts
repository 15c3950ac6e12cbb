import { messageText } from '../message-text.ts'
import { excerptAround, wordsOf } from '../search-words.ts'
import type { SearchHit } from '../types.ts'
import type { Connection } from './connection.ts'
import { conversationAt, conversationColumns, conversationTables } from './conversations.ts'
import { messageOf } from './messages.ts'
import { numberAt } from './values.ts'
import { takeIn } from './word-index.ts'

/** Whether some messages are not in the index yet. */
export function isIndexStale(connection: Connection): boolean {
  return connection.row('SELECT 1 FROM messages WHERE stale = 1 LIMIT 1') !== undefined
}

/** Takes in what the index lacks. */
export function refreshIndex(connection: Connection): void {
  for (const row of connection.rows('SELECT key FROM messages WHERE stale = 1')) {
    const key = numberAt(row, 0)
    const message = messageOf(connection, key)
    if (message) takeIn(connection, key, message)
  }
}

interface Search {
  readonly words: readonly string[]
  readonly workspace?: string
  readonly limit: number
}

/** First the conversations whose title holds all words, then the messages that do. */
export function searchConversations(
  connection: Connection,
  {
    text,
    workspace,
    limit = 20,
  }: {
    readonly text: string
    readonly workspace?: string
    readonly limit?: number
  },
): readonly SearchHit[] {
  const words = wordsOf(text)
  if (words.length === 0 || limit < 1) return []
  const search = { words, limit, ...(workspace !== undefined && { workspace }) }
  const titles = searchTitles(connection, search)
  const rest = limit - titles.length
  return rest > 0 ? [...titles, ...searchMessages(connection, { ...search, limit: rest })] : titles
}

function searchTitles(
  connection: Connection,
  { words, workspace, limit }: Search,
): readonly SearchHit[] {
  const rows = connection.rows(
    `SELECT ${conversationColumns} FROM ${conversationTables}
     WHERE ${words.map(() => 'instr(c.title_words, ?) > 0').join(' AND ')}
     ${workspace === undefined ? '' : 'AND c.workspace = ?'}
     ORDER BY c.updated_at DESC, c.key DESC LIMIT ?`,
    ...words,
    ...(workspace === undefined ? [] : [workspace]),
    limit,
  )
  return rows.map((row) => {
    const conversation = conversationAt(row)
    return { conversation, excerpt: excerptAround(conversation.title ?? '', words) }
  })
}

/**
 * The index knows runs of three letters, in any language; shorter words are looked for in the texts.
 * `instr` takes every letter for itself, where `LIKE` has signs of its own.
 */
function searchMessages(
  connection: Connection,
  { words, workspace, limit }: Search,
): readonly SearchHit[] {
  const long = words.filter((word) => Array.from(word).length >= 3)
  const short = words.filter((word) => !long.includes(word))
  const conditions = [
    ...(long.length > 0 ? ['words MATCH ?'] : []),
    ...short.map(() => 'instr(w.text, ?) > 0'),
    ...(workspace === undefined ? [] : ['c.workspace = ?']),
  ]
  const rows = connection.rows(
    `SELECT ${conversationColumns}, m.key
     FROM words w CROSS JOIN messages m ON m.key = w.rowid
       CROSS JOIN conversations c ON c.key = m.conversation LEFT JOIN messages h ON h.key = c.head
     WHERE ${conditions.join(' AND ')} ORDER BY w.rowid DESC LIMIT ?`,
    ...(long.length > 0 ? [long.map(quoted).join(' AND ')] : []),
    ...short,
    ...(workspace === undefined ? [] : [workspace]),
    limit,
  )
  return rows.flatMap((row): SearchHit[] => {
    const message = messageOf(connection, numberAt(row, 6))
    if (!message) return []
    const excerpt = excerptAround(messageText(message), words)
    return [{ conversation: conversationAt(row), messageId: message.id, excerpt }]
  })
}

/** A string of the index's query language: within quotes nothing else has a meaning. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`
}
