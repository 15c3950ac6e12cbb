import { foldText } from '../../search-words.ts'
import { jsonAt, numberAt } from '../values.ts'
import type { Migration } from './types.ts'

/**
 * 2: full-text search. Texts are folded before they come here, so the index compares letter by
 * letter. `stale` marks messages whose text is not in the index yet; the next search puts it there.
 */
export const search: Migration = (connection) => {
  connection.script(`
    CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'trigram case_sensitive 1');
    CREATE VIRTUAL TABLE runs USING fts5vocab (words, 'row');
    ALTER TABLE messages ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
    UPDATE messages SET stale = 1;
    CREATE INDEX messages_stale ON messages (key) WHERE stale = 1;
    ALTER TABLE conversations ADD COLUMN title_words TEXT NOT NULL DEFAULT '';
  `)
  for (const row of connection.rows('SELECT key, title FROM conversations WHERE title NOT NULL')) {
    connection.run(
      'UPDATE conversations SET title_words = ? WHERE key = ?',
      foldText(jsonAt<string>(row, 1)),
      numberAt(row, 0),
    )
  }
}
