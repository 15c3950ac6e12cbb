import type { Connection } from '../connection.ts'

/** Takes a store from one version to the next, within a transaction. */
export type Migration = (connection: Connection) => void
