import { type FileHandle, open } from 'node:fs/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'
import { isAtTheDoor, mayUseLastRoom, StorageFault, type StorageHealth } from './storage-health.ts'

type Parts = {
  /** null for a database in memory, which has none, and for one that is only read */
  logFile: () => string | null
  /** SQLite's own word for it: after some failures it has rolled back by itself */
  isInTransaction: () => boolean
  health: StorageHealth
  /** before whoever is at the door asks, where nothing can be written */
  openWayIn: () => void
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
        if (this.#parts.health.has('full') && mayWrite(query) && !mayUseLastRoom()) {
          throw new StorageFault('full', 'what is left is kept for the owner')
        }
        try {
          if (this.#parts.health.has('unwritable')) this.#insistOnWayIn(query)
          return await this.#ask<R>(connection, query)
        } catch (error) {
          throw this.#diagnose(error, query)
        }
      },
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
    return this.#connection
  }

  async #ask<R>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    const { health, isInTransaction } = this.#parts
    const isAlone = !isInTransaction()
    const result = await connection.executeQuery<R>(query).catch((error) => {
      // The first to find the disk full sets the reserve free; if it is the owner, she need not try again herself.
      if (!isAlone || health.has('full') || !isDiskFull(error) || !mayUseLastRoom()) throw error
      health.note('full', error)
      return connection.executeQuery<R>(query)
    })
    // What fails from here on is done already, and is not to be done twice.
    if (!isInTransaction() && mayWrite(query)) await this.#flush()
    return result
  }

  /** Others may read, and end a transaction in which they have. */
  #insistOnWayIn(query: CompiledQuery) {
    const { isInTransaction, openWayIn } = this.#parts
    if (isAtTheDoor()) {
      // What is made within a transaction is gone if that is taken back.
      if (!isInTransaction()) openWayIn()
    } else if (mayWrite(query) && query.sql !== 'commit') {
      throw new StorageFault('unwritable', 'only the way in goes on, in memory')
    }
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
    const logFile = this.#parts.logFile()
    // What goes on where nothing can be written goes on in memory.
    if (!logFile || (this.#parts.health.has('unwritable') && isAtTheDoor())) return
    // There from the first write on, and the same file until the database is closed.
    this.#log ??= await open(logFile, 'r+')
    await this.#log.datasync()
  }

  #diagnose(error: unknown, query: CompiledQuery): StorageFault | unknown {
    const { health } = this.#parts
    if (error instanceof StorageFault) return error
    if (isDiskFull(error)) return health.note('full', error)
    if (mayWrite(query) && (isUnwritable(error) || isResult(error, brokenDisk))) return health.note('unwritable', error)
    if (isDamaged(error)) return health.note('damaged', error)
    return error
  }
}

// By number, and by SQLite's own words for it: where rows come back the library passes on no number.
const full = { code: 13, words: 'database or disk is full' }
const corrupt = { code: 11, words: 'database disk image is malformed' }
const notADatabase = { code: 26, words: 'file is not a database' }

export function isDiskFull(error: unknown): boolean {
  return isResult(error, full) || (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
}

export function isDamaged(error: unknown): boolean {
  return isResult(error, corrupt) || isResult(error, notADatabase)
}

/** What a file system that has gone wrong answers to a file that was open before. */
const brokenDisk = { code: 10, words: 'disk I/O error' }
const unwritable = [
  { code: 3, words: 'access permission denied' },
  { code: 8, words: 'attempt to write a readonly database' },
  { code: 14, words: 'unable to open database file' },
]

/** What the system says of a folder or a disk that takes nothing. */
const refusals = ['EACCES', 'EPERM', 'EROFS']

export function isUnwritable(error: unknown): boolean {
  if (error instanceof Error && 'code' in error && refusals.includes(String(error.code))) return true
  return unwritable.some((result) => isResult(error, result))
}

function isResult(error: unknown, { code, words }: typeof full): boolean {
  if (!(error instanceof Error)) return false
  // Details of a result stand in the higher bits of its number.
  return 'errcode' in error ? (Number(error.errcode) & 0xff) === code : error.message === words
}

function mayWrite({ query, sql }: CompiledQuery): boolean {
  return query.kind !== 'SelectQueryNode' && !/^\s*(select|pragma|begin|rollback)\b/i.test(sql)
}
