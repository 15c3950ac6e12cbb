import { join } from 'node:path'
import Database from 'libsql'

/**
 * Locks the store in a folder for writing, as another program does that looks into it.
 *
 * @returns lets go of it
 */
export function lockStore(folder: string): () => void {
  const database = new Database(join(folder, 'conversations.db'))
  database.exec('BEGIN EXCLUSIVE')
  return () => {
    database.exec('COMMIT')
    database.close()
  }
}
