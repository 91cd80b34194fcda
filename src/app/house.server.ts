import { join } from 'node:path'
import { reclaimDeliveries } from '#features/campaigns/ledger.server.ts'
import { createPostman } from '#features/campaigns/postman.server.ts'
import { type DatabasePlace, openDatabase } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import { createFolderFiles } from '#server/files.ts'
import { createWorker, reclaimOrphans } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import { createSmtpMailer } from '#server/mailer.ts'
import type { PageCache } from '#server/page-cache.ts'
import { loadSecret } from '#server/secret.ts'
import { startHousekeeping } from './housekeeping.server.ts'
import { jobHandlers } from './jobs.server.ts'

export type House = { deps: Deps; leave: () => Promise<void>; announceLeaving: () => void }

/** Everything that runs behind the doors: database, mail, worker. `leave` finishes what is in hand and closes it all. */
export async function openHouse(env: Env, log: Log, pageCache: PageCache): Promise<House> {
  const place: DatabasePlace = env
  const { db, engine, close } = await openDatabase(place)
  let isStopping = false
  let workDone: Promise<void> | undefined
  const deps: Deps = {
    env,
    log,
    now: () => new Date(),
    db,
    engine,
    mailer: env.smtpUrl ? createSmtpMailer(env.smtpUrl, env.lettersPerSecond) : null,
    keyFor: loadSecret(env),
    contentChanged: pageCache.clear,
    files: createFolderFiles(join(env.dataDir, 'files')),
    workNow: async () => void (await Promise.all([worker.runDue(), postman.runDue()])),
    wakeWorker: () => {
      worker.wake()
      postman.wake()
    },
    isStopping: () => isStopping,
  }
  const worker = createWorker({ ...deps, handlers: jobHandlers(deps) })
  const postman = createPostman(deps)
  if (engine === 'sqlite') await reclaimOrphans(db)
  if (engine === 'sqlite') await reclaimDeliveries(deps)
  worker.start()
  postman.start()
  const stopWork = async () => void (await Promise.all([worker.stop(), postman.stop()]))
  const stopHousekeeping = startHousekeeping(deps)
  return {
    deps,
    announceLeaving: () => {
      isStopping = true
      stopHousekeeping()
      workDone = stopWork()
    },
    async leave() {
      await (workDone ?? stopWork())
      deps.mailer?.close()
      await close()
    },
  }
}
