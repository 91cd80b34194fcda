import { join } from 'node:path'
import { createCounter } from '#features/analytics/ingest.server.ts'
import { type BackupKeeper, createBackupKeeper } from '#features/backups/service.server.ts'
import { readPicture } from '#features/images/service.server.ts'
import { startMailboxRounds } from '#features/mail-events/mailbox.server.ts'
import { listOwnAddresses, wayInTables } from '#features/owner/service.server.ts'
import { type Greeting, prepareOwner } from '#features/owner/setup.server.ts'
import { keepAddressKey } from '#features/people/address-key.server.ts'
import { hashAddresses } from '#features/people/service.server.ts'
import { openSettings } from '#features/settings/live.server.ts'
import { insistOnWholeRestore } from '#server/backup/restore.ts'
import { openShelf } from '#server/backup/shelf.ts'
import { type Database, openDatabase } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { createDrawing } from '#server/drawing.ts'
import { removeOldCards } from '#server/drawn-pictures.ts'
import type { Env } from '#server/env.ts'
import { openFiles } from '#server/files.ts'
import { createWorker, reclaimOrphans } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import type { OpenMailer } from '#server/mailer.ts'
import { layDownStopped } from '#server/mailings.ts'
import { NewerData } from '#server/migrations.ts'
import { createNeighbours, watchNeighbours } from '#server/neighbours.ts'
import type { PageCache } from '#server/page-cache.ts'
import { createPasswordHasher } from '#server/password-hash.ts'
import { reclaimLetters } from '#server/post-ledger.ts'
import { createPostOffice } from '#server/post-office.ts'
import { createRequestTally } from '#server/request-tally.ts'
import { createReserve } from '#server/reserve.ts'
import { loadSecret } from '#server/secret.ts'
import { takeAwayHalfDrawn } from '#server/start-mailing.ts'
import { createStorageHealth, watchUnwritable } from '#server/storage-health.ts'
import { tellNews } from '#server/workers.ts'
import { copyBeforeChange, explainNewerData } from './backup.server.ts'
import { createBackupHands } from './backup-hands.server.ts'
import { seenNow, startContentWatch } from './content-watch.server.ts'
import { startHousekeeping } from './housekeeping.server.ts'
import { jobHandlers } from './jobs.server.ts'
import { letterKinds } from './letters.server.ts'
import { furnishHouse } from './sample-pack.server.ts'
import { openSite } from './site.server.ts'

export type House = {
  deps: Deps
  greet: Greeting
  /** from now on looks after the places where data is kept, and says what is wrong with them; once the site is open */
  watch: () => void
  leave: () => Promise<void>
  announceLeaving: () => void
}

/** `programs`: the folder with what this process may start beside itself. */
type Program = { programs: string; openMailer: OpenMailer; say: (line: string) => void }

/** Everything that runs behind the doors: database, mail, worker. `leave` finishes what is in hand and closes it all. */
export async function openHouse(given: Env, log: Log, pageCache: PageCache, how: Program): Promise<House> {
  const { programs, openMailer, say } = how
  insistOnWholeRestore(given.dataDir)
  const health = createStorageHealth()
  const beforeChange = (database: Database) => copyBeforeChange(given, database, say)
  const opening = { health, beforeChange, log, wayIn: wayInTables }
  const { db, engine, close, check, goOnWriting } = await openDatabase(given, opening).catch(async (error) => {
    throw error instanceof NewerData ? await explainNewerData(given, error, log) : error
  })
  let isStopping = false
  let workDone: Promise<void> | undefined
  const now = () => new Date()
  const keyFor = await keepAddressKey({ db, env: given, keyFor: loadSecret(given), log })
  const settings = await openSettings(given, { db, keyFor, log, now })
  const { env } = settings
  // Of files in a bucket, and of SQLite's one process, there is one place only.
  const neighbours = engine === 'postgres' && !env.s3 ? createNeighbours({ db, log, now }, env.dataDir) : null
  const drawing = createDrawing({
    folder: join(env.dataDir, 'drawn'),
    shipped: join(programs, '../drawn'),
    program: join(programs, 'draw.cjs'),
    log,
    now,
    // Pages showed a board in its place.
    onDrawn: () => void deps.siteChanged().catch((error) => log.error('a drawn cover is not shown yet', { error })),
    readImage: (url) => readPicture(deps, url),
  })
  void removeOldCards(env.dataDir).catch((error) => log.error('the old cards cannot be removed', { error }))
  const known = await seenNow({ db, now })
  const { current: site, renew } = await openSite({ db, env, drawing, now })
  const counter = createCounter({ db, engine, env, log, now, site })
  const shelf = await openShelf(env, log)
  const backups = createBackupKeeper({
    db,
    log,
    now,
    site,
    shelf,
    hands: createBackupHands(join(programs, 'main.js'), shelf),
  })
  const deps: Deps = {
    env,
    settings,
    log,
    now,
    db,
    engine,
    health,
    files: await openFiles(join(env.dataDir, 'files'), env, log),
    drawing,
    hasNeighbours: () => neighbours?.areThere() ?? false,
    counter,
    backups,
    noteEvent: counter.note,
    mailer: openMailer(env),
    openMailer,
    letterKinds,
    ownAddresses: (asked) => listOwnAddresses(asked, env),
    keyFor,
    passwords: createPasswordHasher(),
    site,
    siteChanged: async () => {
      await renew()
      deps.contentChanged()
    },
    contentChanged: () => {
      pageCache.clear()
      counter.forgetPages()
      tellNews()
    },
    // What a round could not do is said by the round, and done by a later one: it is no fault of whoever asked.
    workNow: async () => {
      await worker.runDue().catch(() => {})
      await postOffice.runDue().catch(() => {})
    },
    wakeWorker: () => worker.wake(),
    tally: createRequestTally(),
    isStopping: () => isStopping,
  }
  const postOffice = createPostOffice(deps)
  const worker = createWorker({ ...deps, handlers: jobHandlers(deps), afterRound: postOffice.wake })
  async function settleIn(): Promise<Greeting> {
    if (engine === 'sqlite') await reclaimOrphans(db)
    if (engine === 'sqlite') await reclaimLetters(deps)
    await takeAwayHalfDrawn(db, now(), engine === 'sqlite')
    await layDownStopped(deps)
    await hashAddresses(db, keyFor)
    await furnishHouse(deps)
    return prepareOwner(deps)
  }
  const isReadOnly = health.has('unwritable')
  const greet = isReadOnly ? () => [] : await settleIn()
  worker.start()
  postOffice.start()
  const stopWork = async () => void (await Promise.all([worker.stop(), postOffice.stop()]))
  const stops = [startHousekeeping(deps), startContentWatch(deps, known), startMailboxRounds(deps)]
  const endings: (() => Promise<void>)[] = []
  return {
    deps,
    greet,
    watch() {
      health.reportTo(log)
      stops.push(startChecks(check), startBackups(backups))
      if (engine === 'sqlite') endings.push(createReserve(env.dataDir, health).start())
      const goOn = async () => {
        await goOnWriting?.()
        health.over('unwritable')
        if (isReadOnly) await settleIn()
      }
      endings.push(watchUnwritable(health, log, goOn))
      if (neighbours) endings.push(watchNeighbours(neighbours))
    },
    announceLeaving: () => {
      isStopping = true
      for (const stop of stops) stop()
      workDone = stopWork()
    },
    async leave() {
      await Promise.all([workDone ?? stopWork(), backups.stop(), drawing.stop()])
      await counter.flush()
      deps.mailer?.close()
      for (const end of endings) await end()
      await close()
    },
  }
}

const tenMinutes = 600_000

/** Not at the start itself, when there is enough to do. */
function startBackups(backups: BackupKeeper): () => void {
  const timer = setInterval(() => backups.look(), tenMinutes)
  return () => clearInterval(timer)
}

const oneDay = 86_400_000
const halfAMinute = 30_000

/**
 * Looks for damage once a day, and for the first time when the start is over: it takes a thread, and with a large database
 * its time.
 */
function startChecks(check: () => Promise<void>): () => void {
  const first = setTimeout(check, halfAMinute)
  const timer = setInterval(check, oneDay)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
