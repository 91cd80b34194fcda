import { type DatabaseConnection, PostgresDriver } from 'kysely'
import type { DatabaseError } from 'pg'
import type { StorageFault, StorageHealth } from './storage-health.ts'

type Config = ConstructorParameters<typeof PostgresDriver>[0]

// A question that hangs is given up. None is compiled before it is answered: that took 1.5 s for a page of subscribers
// which takes 20 ms to read. Said on the line and not at its start, where a pooler in between would refuse it.
export const settled = "select set_config('statement_timeout', '5s', false), set_config('jit', 'off', false)"

/** Tells a database that is away, for a restart or for longer, from a question that is wrong. */
export class WatchedPostgresDriver extends PostgresDriver {
  readonly #health: StorageHealth
  readonly #watched = new WeakSet<DatabaseConnection>()

  constructor(config: Config, health: StorageHealth) {
    super(config)
    this.#health = health
  }

  override async acquireConnection(): ReturnType<PostgresDriver['acquireConnection']> {
    const connection = await super.acquireConnection().catch((error) => {
      throw this.#health.note('away', error)
    })
    if (!this.#watched.has(connection)) this.#watch(connection)
    return connection
  }

  #watch(connection: DatabaseConnection) {
    const ask = connection.executeQuery.bind(connection)
    connection.executeQuery = async (query) => {
      try {
        const result = await ask<never>(query)
        this.#health.over('away')
        if (result.numAffectedRows) this.#health.over('full')
        return result
      } catch (error) {
        throw this.#diagnose(error)
      }
    }
    this.#watched.add(connection)
  }

  #diagnose(error: unknown): StorageFault | unknown {
    // Whatever the server did not say itself is about the line to it.
    const state = isFromServer(error) ? (error.code ?? '') : 'no line'
    if (state === 'no line' || awayStates.test(state)) return this.#health.note('away', error)
    if (state === diskFull) return this.#health.note('full', error)
    return error
  }
}

/** Only the server says how severe it is. */
function isFromServer(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error
}

/** SQLSTATE: the line broke (08), the server shuts down or starts up (57P01 to 57P05), too many are connected (53300). */
const awayStates = /^(08...|57P0.|53300)$/
const diskFull = '53100'
