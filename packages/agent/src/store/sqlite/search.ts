import { messageText } from '../message-text.ts'
import { excerptAround, wordsOf } from '../search-words.ts'
import type { SearchHit } from '../types.ts'
import type { Connection } from './connection.ts'
import { conversationAt, conversationColumns, conversationTables } from './conversations.ts'
import { partsOf } from './messages.ts'
import { numberAt, textAt } from './values.ts'
import { takeIn } from './word-index.ts'

/** Whether some messages are not in the index yet. */
export function isIndexStale(connection: Connection): boolean {
  return connection.row('SELECT 1 FROM messages WHERE stale = 1 LIMIT 1') !== undefined
}

/** Takes in what the index lacks. */
export function refreshIndex(connection: Connection): void {
  for (const row of connection.rows('SELECT key FROM messages WHERE stale = 1')) {
    const key = numberAt(row, 0)
    takeIn(connection, key, { parts: partsOf(connection, key) })
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

function searchMessages(
  connection: Connection,
  { words, workspace, limit }: Search,
): readonly SearchHit[] {
  const ways = words.map((word) => wayTo(connection, word))
  const indexed = ways.flatMap((way) => (way.kind === 'index' ? [way.query] : []))
  const scanned = ways.flatMap((way) => (way.kind === 'scan' ? [way.word] : []))
  if (indexed.includes(nothing)) return []
  const conditions = [
    ...(indexed.length > 0 ? ['words MATCH ?'] : []),
    ...scanned.map(() => 'instr(w.text, ?) > 0'),
    ...(workspace === undefined ? [] : ['c.workspace = ?']),
  ]
  const rows = connection.rows(
    `SELECT ${conversationColumns}, m.key, m.id
     FROM words w CROSS JOIN messages m ON m.key = w.rowid
       CROSS JOIN conversations c ON c.key = m.conversation LEFT JOIN messages h ON h.key = c.head
     WHERE ${conditions.join(' AND ')} ORDER BY w.rowid DESC LIMIT ?`,
    ...(indexed.length > 0 ? [indexed.join(' AND ')] : []),
    ...scanned,
    ...(workspace === undefined ? [] : [workspace]),
    limit,
  )
  return rows.map((row) => {
    const text = messageText({ parts: partsOf(connection, numberAt(row, 6)) })
    const messageId = textAt(row, 7)
    return { conversation: conversationAt(row), messageId, excerpt: excerptAround(text, words) }
  })
}

/** How a word is looked for: by a query of the index, or in each text. */
type Way =
  | { readonly kind: 'index'; readonly query: string }
  | { readonly kind: 'scan'; readonly word: string }

/** A query that nothing answers. */
const nothing = ''

/** A short word that begins more runs than this is in so many texts that a scan soon finds some. */
const mostRuns = 200

/**
 * The index knows runs of three letters, in any language. A word of one or two is looked for by all
 * runs that begin with it, where they are few; else in the texts, with `instr`, which takes every
 * letter for itself (`LIKE` has signs of its own).
 */
function wayTo(connection: Connection, word: string): Way {
  if (Array.from(word).length >= 3) return { kind: 'index', query: quoted(word) }
  const runs = connection.rows(
    'SELECT term FROM runs WHERE term >= ? AND term < ? LIMIT ?',
    word,
    `${word}\u{10ffff}`,
    mostRuns + 1,
  )
  if (runs.length > mostRuns) return { kind: 'scan', word }
  const query = runs.map((row) => quoted(textAt(row, 0))).join(' OR ')
  return { kind: 'index', query: query === '' ? nothing : `(${query})` }
}

/** A string of the index's query language: within quotes nothing else has a meaning. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`
}
