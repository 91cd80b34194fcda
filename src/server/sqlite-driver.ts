import { type FileHandle, open } from 'node:fs/promises'
import { type CompiledQuery, type DatabaseConnection, type SqliteDialectConfig, SqliteDriver } from 'kysely'

/**
 * SQLite makes a commit safe by waiting for the disk, and in this process every reader's page would wait with it. So it
 * is told only to write its log (`synchronous = normal`), and here whoever commits waits, on another thread, for the
 * very flush of that log it would have done itself (`full`). Nobody hears of a commit before that.
 */
export class PatientSqliteDriver extends SqliteDriver {
  readonly #logFile: string
  #log: FileHandle | undefined
  #isInTransaction = false
  #connection: DatabaseConnection | undefined

  constructor(config: SqliteDialectConfig, logFile: string) {
    super(config)
    this.#logFile = logFile
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    this.#connection ??= {
      executeQuery: async <R>(query: CompiledQuery) => {
        const result = await connection.executeQuery<R>(query)
        if (!this.#isInTransaction && mayWrite(query)) await this.#flush()
        return result
      },
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
    return this.#connection
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await super.beginTransaction(connection)
    this.#isInTransaction = true
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#isInTransaction = false
    await this.#flush()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After a commit whose flush failed there is nothing to take back, and that failure is what the caller must hear.
    if (!this.#isInTransaction) return
    this.#isInTransaction = false
    await super.rollbackTransaction(connection)
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.#log?.close()
  }

  async #flush() {
    // There from the first write on, and the same file until the database is closed.
    this.#log ??= await open(this.#logFile, 'r+')
    await this.#log.datasync()
  }
}

function mayWrite({ query, sql }: CompiledQuery): boolean {
  return query.kind !== 'SelectQueryNode' && !/^\s*(select|pragma|begin|rollback)\b/i.test(sql)
}
