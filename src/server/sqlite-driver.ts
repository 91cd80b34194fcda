import { type FileHandle, open } from 'node:fs/promises'
import { type CompiledQuery, type DatabaseConnection, type SqliteDialectConfig, SqliteDriver } from 'kysely'
import type { StorageFault, StorageHealth } from './storage-health.ts'

type Parts = {
  /** null for a database in memory, which has none */
  logFile: string | null
  /** SQLite's own word for it: after some failures it has rolled back by itself */
  isInTransaction: () => boolean
  health: StorageHealth
}

/**
 * SQLite makes a commit safe by waiting for the disk, and in this process every reader's page would wait with it. So it
 * is told only to write its log (`synchronous = normal`), and here whoever commits waits, on another thread, for the
 * very flush of that log it would have done itself (`full`). Nobody hears of a commit before that.
 */
export class PatientSqliteDriver extends SqliteDriver {
  readonly #parts: Parts
  #log: FileHandle | undefined
  #connection: DatabaseConnection | undefined

  constructor(config: SqliteDialectConfig, parts: Parts) {
    super(config)
    this.#parts = parts
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    this.#connection ??= {
      executeQuery: async <R>(query: CompiledQuery) => {
        try {
          const result = await connection.executeQuery<R>(query)
          if (!this.#parts.isInTransaction() && mayWrite(query)) await this.#flush()
          return result
        } catch (error) {
          throw this.#diagnose(error)
        }
      },
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
    return this.#connection
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Where there is nothing to take back any more, the failure that led here is what the caller must hear.
    if (this.#parts.isInTransaction()) await super.rollbackTransaction(connection)
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.#log?.close()
  }

  async #flush() {
    const { logFile } = this.#parts
    if (!logFile) return
    // There from the first write on, and the same file until the database is closed.
    this.#log ??= await open(logFile, 'r+')
    await this.#log.datasync()
  }

  #diagnose(error: unknown): StorageFault | unknown {
    const { health } = this.#parts
    if (isDiskFull(error)) return health.note('full', error)
    if (isDamaged(error)) return health.note('damaged', error)
    return error
  }
}

const sqliteFull = 13
const sqliteCorrupt = 11
const sqliteNotADatabase = 26

export function isDiskFull(error: unknown): boolean {
  return resultOf(error) === sqliteFull || (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
}

export function isDamaged(error: unknown): boolean {
  return [sqliteCorrupt, sqliteNotADatabase].includes(resultOf(error))
}

/** SQLite's answer without the details, which stand in the higher bits; 0 for what SQLite did not say. */
function resultOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
}

function mayWrite({ query, sql }: CompiledQuery): boolean {
  return query.kind !== 'SelectQueryNode' && !/^\s*(select|pragma|begin|rollback)\b/i.test(sql)
}
