import { isAbsolute, join } from 'node:path'
import type Database from 'libsql'
import { type OwnerState, stateOfOwner } from '../owner.ts'
import type { ConversationStore, TurnOwner } from '../types.ts'
import { Connection } from './connection.ts'
import { migrate, refuseUnfit } from './migrations/index.ts'
import { defaultPatienceMs, patiently } from './patience.ts'
import { preparePrivateFile, preparePrivateFolder } from './private-place.ts'
import { SqliteStore } from './store.ts'
import { asStoreError, StoreError } from './store-error.ts'

/** Where conversations are kept, and by which clock. */
export interface SqliteStoreOptions {
  /** Absolute folder of the store's own; made where it is not there, for its owner alone. */
  readonly folder: string
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
  /** Whether the process of a turn runs still. Default: the system is asked. */
  readonly stateOf?: (owner: TurnOwner) => OwnerState
  /**
   * For how many milliseconds another program may hold the store before a call is given up with the
   * fault `busy`. Default 10,000.
   */
  readonly patienceMs?: number
}

/**
 * Opens the conversations that are kept in a folder, and makes what is not there. Several processes
 * may have it open at once.
 *
 * @param options the folder, and what differs from the defaults
 * @returns the store; `close` it when done. A process that ends without loses nothing
 * @throws StoreError where it cannot be used: made by a newer Skillet, damaged, not to be written,
 * held by another program; TypeError where the folder's path is not absolute
 * @example
 * const store = await openSqliteStore({ folder: '/home/ada/.local/state/skillet/conversations' })
 * const engine = createEngine({ library, workspace, home, store })
 */
export async function openSqliteStore({
  folder,
  now = Date.now,
  stateOf = stateOfOwner,
  patienceMs = defaultPatienceMs,
}: SqliteStoreOptions): Promise<ConversationStore> {
  if (!isAbsolute(folder)) {
    const wanted = 'openSqliteStore needs the absolute path of a folder'
    throw new TypeError(`${wanted}, not ${JSON.stringify(folder)}.`)
  }
  const file = join(folder, 'conversations.db')
  const open = await loadDatabase()
  try {
    preparePrivateFolder(folder)
    preparePrivateFile(file)
    const connection = await patiently(() => prepared(new Connection(open(file), file)), {
      since: performance.now(),
      patienceMs,
    })
    return new SqliteStore(connection, { now, stateOf, patienceMs })
  } catch (error) {
    throw asStoreError(error, file)
  }
}

/**
 * How long the database itself waits for another process. The binding is synchronous, so all of this
 * process stands still meanwhile: the long wait is `patiently`'s.
 */
const busyMs = 50

/** Loads the database's binding, which is a part of its own for each system, when it is needed. */
async function loadDatabase(): Promise<(file: string) => Database.Database> {
  try {
    const { default: Libsql } = await import('libsql')
    return (file) => new Libsql(file, { timeout: busyMs })
  } catch (error) {
    throw new StoreError(
      'unsupported',
      'Conversations cannot be kept: the database `libsql` is not installed, or not for this system.',
      'Install Skillet again, with its optional dependencies.',
      error,
    )
  }
}

/** Looks whether the store is one of ours, sets what holds for one connection, and migrates. */
function prepared(connection: Connection): Connection {
  try {
    refuseUnfit(connection)
    for (const setting of settings) connection.rows(`PRAGMA ${setting}`)
    migrate(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

const settings = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'secure_delete = ON',
  // Temporary files would stand in a folder that others read.
  'temp_store = MEMORY',
]
