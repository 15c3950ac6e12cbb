import type { Connection } from '../connection.ts'
import { StoreError } from '../store-error.ts'
import { numberAt } from '../values.ts'
import { conversations } from './conversations.ts'
import { search } from './search.ts'
import type { Migration } from './types.ts'

/** In order; the first one makes version 1. Those that were released never change. */
const migrations: readonly Migration[] = [conversations, search]

/** The version that this Skillet reads and writes. */
export const schemaVersion = migrations.length

/** `Sklt`: tells a store from other databases. */
const applicationId = 0x536b6c74

/**
 * Brings a store to the present version, a transaction for each step. Another process may do the
 * same at the same time: who comes second finds it done.
 *
 * @param to for tests: an earlier version to stop at
 */
export function migrate(connection: Connection, to: number = schemaVersion): void {
  while (versionOf(connection) < to) {
    connection.transaction(() => {
      const version = versionOf(connection)
      if (version >= to) return
      migrations[version]?.(connection)
      connection.script(
        `PRAGMA user_version = ${version + 1}; PRAGMA application_id = ${applicationId}`,
      )
    })
  }
}

/** A later Skillet may take the store over while this one runs. */
export function refuseNewer(connection: Connection): void {
  const version = versionOf(connection)
  if (version <= schemaVersion) return
  throw new StoreError(
    'newer',
    `${connection.file} was written by a newer Skillet (version ${version} of the store; this one knows ${schemaVersion}).`,
    'Update Skillet: npm install -g skillet',
  )
}

/** Before anything is written: the file of a newer Skillet, or of another program, stays as it is. */
export function refuseUnfit(connection: Connection): void {
  refuseNewer(connection)
  const id = numberAt(connection.row('PRAGMA application_id') ?? [], 0)
  const [tables] = connection
    .rows('SELECT count(*) FROM sqlite_schema')
    .map((row) => numberAt(row, 0))
  if (id === applicationId || (id === 0 && tables === 0)) return
  throw new StoreError(
    'damaged',
    `${connection.file} is the database of another program.`,
    'Move it away; Skillet makes a new one.',
  )
}

function versionOf(connection: Connection): number {
  return numberAt(connection.row('PRAGMA user_version') ?? [], 0)
}
