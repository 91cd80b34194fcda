import type { Db, Engine } from './db.ts'
import type { Drawing } from './drawing.ts'
import type { Env } from './env.ts'
import type { Files } from './files.ts'
import type { LetterKindTable } from './letter-kinds.ts'
import type { Log } from './log.ts'
import type { Mailer, OpenMailer } from './mailer.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { RequestTally } from './request-tally.ts'
import type { KeyFor } from './secret.ts'
import type { SiteSnapshot } from './site.ts'
import type { StorageHealth } from './storage-health.ts'

/**
 * What the house runs on: one plain object, made in `src/app/house.server.ts`, handed down as an argument. A feature that keeps something
 * in memory for the whole process adds it by declaration merging.
 */
export interface Deps {
  env: Env
  log: Log
  now: () => Date
  db: Db
  engine: Engine
  /** what is wrong with the places where data is kept, if anything */
  health: StorageHealth
  files: Files
  /** what is drawn while the site runs */
  drawing: Drawing
  /** other nodes keep files where this one cannot read them */
  hasNeighbours: () => boolean
  /** null: no mail server is configured, and letters are kept in the outbox */
  mailer: Mailer | null
  openMailer: OpenMailer
  /** every kind of letter, and what the post office must know of it */
  letterKinds: LetterKindTable
  /** where the owner herself is written to, the address she has named first */
  ownAddresses: (db: Db) => Promise<string[]>
  keyFor: KeyFor
  /** all hashing of passwords goes through here, a few at a time */
  passwords: PasswordHasher
  /** does what jobs and letters have due, and answers when that is done */
  workNow: () => Promise<void>
  /** what is hers and public, as it was last saved */
  site: () => SiteSnapshot
  /** reads that anew, after a transaction that changed it: from then on every page says it */
  siteChanged: () => Promise<void>
  /** what readers see has changed: no page made before this moment is shown again */
  contentChanged: () => void
  /** tells the worker that there may be something to do, after a transaction that wrote a job */
  wakeWorker: () => void
  /**
   * counts something worth counting that happened here, among the author's numbers; costs nothing and never fails. What
   * a request brought about is told with its headers: they say whether a reader did it.
   */
  noteEvent: (name: string, headers?: Headers) => void
  /** answers, counted since the start */
  tally: RequestTally
  /** true once the process has been asked to leave: it finishes what it has and takes nothing new */
  isStopping: () => boolean
}
