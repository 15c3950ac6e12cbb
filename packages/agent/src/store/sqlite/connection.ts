import type Database from 'libsql'

/** What a column takes. Never a boolean: the database's binding ends the process over one. */
export type Value = string | number | null | Uint8Array

/** One row, by the order of its columns. */
export type Row = readonly unknown[]

/**
 * One open database. Each statement is prepared once, at its first use. Values go in as a list: the
 * binding takes a single one that is an object for named ones.
 */
export class Connection {
  readonly file: string
  #database: Database.Database | undefined
  readonly #statements = new Map<string, Database.Statement>()

  constructor(database: Database.Database, file: string) {
    this.#database = database
    this.file = file
  }

  rows(sql: string, ...values: readonly Value[]): readonly Row[] {
    const rows: Row[] = []
    for (const row of this.#prepared(sql).all([...values])) if (Array.isArray(row)) rows.push(row)
    return rows
  }

  row(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.rows(sql, ...values)[0]
  }

  /** Gives how many rows changed, and the key of the one that was added last. */
  run(
    sql: string,
    ...values: readonly Value[]
  ): { readonly changes: number; readonly key: number } {
    const { changes, lastInsertRowid } = this.#prepared(sql).run([...values])
    return { changes, key: Number(lastInsertRowid) }
  }

  /** Several statements, for migrations. */
  script(sql: string): void {
    this.#open().exec(sql)
  }

  /**
   * All of it or nothing. It takes the lock for writing at once: a transaction that reads first and
   * writes later fails without waiting where another process wrote in between.
   */
  transaction<T>(act: () => T): T {
    const database = this.#open()
    database.exec('BEGIN IMMEDIATE')
    try {
      const result = act()
      database.exec('COMMIT')
      return result
    } catch (error) {
      rollBack(database)
      throw error
    }
  }

  /** The binding lets go of the files when the memory of the statements is freed. */
  close(): void {
    const database = this.#database
    this.#database = undefined
    // Prepared statements keep the database open.
    this.#statements.clear()
    database?.close()
  }

  #prepared(sql: string): Database.Statement {
    const present = this.#statements.get(sql)
    if (present) return present
    const statement = this.#open().prepare(sql)
    if (statement.reader) statement.raw()
    this.#statements.set(sql, statement)
    return statement
  }

  #open(): Database.Database {
    if (this.#database) return this.#database
    throw new Error('This store of conversations is closed.')
  }
}

/** What went wrong first is what is told: a disk that fails then fails here too. */
function rollBack(database: Database.Database): void {
  try {
    // A full disk has ended the transaction already.
    if (database.inTransaction) database.exec('ROLLBACK')
  } catch {
    // The caller throws its own error.
  }
}
