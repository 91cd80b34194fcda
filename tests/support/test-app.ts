import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { devAssets } from '#app/assets.server.ts'
import { keptSite } from '#app/backup.server.ts'
import { createContentWatch, seenNow } from '#app/content-watch.server.ts'
import { createHttpApp, siteHeaders } from '#app/http.server.ts'
import { jobHandlers } from '#app/jobs.server.ts'
import { letterKinds } from '#app/letters.server.ts'
import { furnishHouse } from '#app/sample-pack.server.ts'
import { openSite } from '#app/site.server.ts'
import { createCounter } from '#features/analytics/ingest.server.ts'
import { type BackupHands, createBackupKeeper } from '#features/backups/service.server.ts'
import { readPicture } from '#features/images/service.server.ts'
import { listOwnAddresses } from '#features/owner/service.server.ts'
import { openSession } from '#features/owner/sessions.server.ts'
import { keepAddressKey } from '#features/people/address-key.server.ts'
import { saveProfile } from '#features/profile/service.server.ts'
import { openSettings } from '#features/settings/live.server.ts'
import { verifyBackup } from '#server/backup/read.ts'
import { backupName, openShelf } from '#server/backup/shelf.ts'
import { backUp } from '#server/backup/write.ts'
import type { Database } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { createDrawing } from '#server/drawing.ts'
import { readEnv } from '#server/env.ts'
import { openFiles } from '#server/files.ts'
import { createWorker } from '#server/jobs.ts'
import { createLog } from '#server/log.ts'
import { createSmtpMailer, openMailer } from '#server/mailer.ts'
import { createPageCache } from '#server/page-cache.ts'
import { createPasswordHasher } from '#server/password-hash.ts'
import { createPostOffice } from '#server/post-office.ts'
import { createRequestTally } from '#server/request-tally.ts'
import { loadSecret } from '#server/secret.ts'
import { createStorageHealth } from '#server/storage-health.ts'
import { testAuthor } from './author.ts'
import { plantTestBooks } from './books.ts'
import { openTestDatabase, type Rows, rowsIn, writeRows } from './database.ts'
import { drawProgram } from './draw-program.ts'

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }
type Options = {
  env?: Record<string, string>
  today?: string
  isStopping?: boolean
  hasSamples?: boolean
  hasBooks?: boolean
  /** pictures are drawn, which costs seconds; otherwise what stands in for them stays */
  canDraw?: boolean
  /** another node: its database is this one's, too */
  beside?: { deps: Deps }
}

/** The rows of an author who has moved in, by the day and by whether she has books: the same for every test. */
const furnishedHouses = new Map<string, Rows>()

async function moveIn(deps: Deps, { today, hasBooks }: { today: string; hasBooks: boolean }): Promise<void> {
  const house = `${today} ${hasBooks}`
  const furnished = furnishedHouses.get(house)
  if (furnished) {
    await writeRows(deps, furnished)
    return deps.siteChanged()
  }
  await saveProfile(deps, testAuthor, 0)
  if (hasBooks) await plantTestBooks(deps)
  // Each database has its own already.
  const isOfEach = (row: string) => row.includes("'address-key'")
  furnishedHouses.set(
    house,
    (await rowsIn(deps)).filter((row) => !isOfEach(row)),
  )
}

/** Nothing is kept there: a test that wants files names a folder of its own. */
const nowhere = join(tmpdir(), 'frontispiece-nowhere')
/** A password is dear to hash, which is the hasher's own test; here it would be a third of the time of signing in. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const testKey = 'a key for tests only, forty characters long'

/** The whole site in process on a real database, with a clock that can be moved and a log that can be read. */
export async function createTestApp({
  env = {},
  today = '2026-01-15',
  isStopping = false,
  hasSamples = false,
  hasBooks = true,
  canDraw = false,
  beside,
}: Options = {}) {
  const given = readEnv({ SITE_URL: 'https://author.example', SECRET_KEY: testKey, DATA_DIR: nowhere, ...env })
  const health = createStorageHealth()
  const { db, engine } = beside?.deps ?? (await openTestDatabase(health))
  const filesFolder = mkdtempSync(join(tmpdir(), 'frontispiece-files-'))
  onTestFinished(() => rmSync(filesFolder, { recursive: true }))
  const logged: string[] = []
  let time = Date.parse(`${today}T12:00:00Z`)
  const now = () => new Date(time)
  const pageCache = createPageCache({ now: () => time })
  const log = createLog((line) => logged.push(line), { now })
  health.reportTo(log)
  const keyFor = await keepAddressKey({ db, env: given, keyFor: loadSecret(given), log })
  const live = await openSettings(given, { db, keyFor, log, now })
  const { env: settings } = live
  const drawing = createDrawing({
    folder: join(filesFolder, 'drawn'),
    shipped: resolve('.generated/drawn'),
    program: canDraw ? await drawProgram() : '/dev/null',
    // A busy machine may take its time, and there are no readers to come first.
    longestWait: 600_000,
    priority: 0,
    log,
    now,
    onDrawn: () => void deps.siteChanged(),
    readImage: (url) => readPicture(deps, url),
  })
  onTestFinished(drawing.stop)
  const { current: site, renew } = await openSite({ db, env: settings, drawing, now })
  const counter = createCounter({ db, engine, env: settings, log, now, site })
  onTestFinished(counter.flush)
  const shelf = await openShelf(settings, log)
  const files = await openFiles(filesFolder, settings, log)
  // What is done by a process of its own elsewhere, in this one.
  const hands: BackupHands = {
    async make(onProgress) {
      const database: Database = { db, engine, check: async () => {}, close: async () => {} }
      const site = { ...(await keptSite(settings, database)), files }
      const name = backupName(now())
      const path = join(settings.dataDir, 'backups', name)
      const wish = { path, passphrase: settings.backupPassphrase, madeAt: now() }
      const { bytes, sums } = await backUp(site, { ...wish, onProgress: (done, total) => onProgress(done / total) })
      return { name, bytes, rows: 0, files: sums.files.count, missing: sums.missing.length }
    },
    verify: (name) =>
      shelf.lend(name, async (path) => {
        await verifyBackup({ path, passphrase: settings.backupPassphrase, dataDir: settings.dataDir })
      }),
    drop: async () => {},
  }
  const deps: Deps = {
    env: settings,
    settings: live,
    log,
    now,
    db,
    engine,
    health,
    files,
    drawing,
    hasNeighbours: () => false,
    counter,
    backups: createBackupKeeper({ db, log, now, site, shelf, hands }),
    noteEvent: counter.note,
    mailer: settings.smtpUrl ? createSmtpMailer(settings.smtpUrl, 50, { dkim: settings.dkim }) : null,
    openMailer,
    letterKinds,
    ownAddresses: (asked) => listOwnAddresses(asked, settings),
    keyFor,
    passwords: createPasswordHasher({ cost: cheap }),
    site,
    siteChanged: async () => {
      await renew()
      deps.contentChanged()
    },
    contentChanged: () => {
      pageCache.clear()
      counter.forgetPages()
    },
    workNow: () => work(),
    wakeWorker: () => {},
    tally: createRequestTally(),
    isStopping: () => isStopping,
  }
  if (hasSamples) await furnishHouse(deps)
  else if (!beside) await moveIn(deps, { today, hasBooks })
  const lookForNews = createContentWatch(deps, await seenNow(deps))
  const postOffice = createPostOffice(deps)
  const worker = createWorker({ ...deps, handlers: jobHandlers(deps) })
  const work = async () => {
    await worker.runDue()
    await postOffice.runDue()
    await counter.flush()
  }
  const headers = siteHeaders(settings, devAssets)
  const app = createHttpApp({ deps, assets: devAssets, pageCache, headers })
  const request = (path: string, init: Init = {}) =>
    app.request(path, { ...init, headers: { host: new URL(settings.siteUrl).host, ...init.headers } })

  /** The key of a browser in which the owner has signed in. */
  const ownerCookie = async () => {
    const at = now().toISOString()
    await db
      .insertInto('owners')
      .values({
        id: 1,
        email: 'owner@home.example',
        password_hash: '',
        totp_secret: null,
        totp_last_step: null,
        created_at: at,
        password_changed_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const id = await openSession(db, now(), 'a test')
    const name = settings.siteUrl.startsWith('https:') ? '__Host-sid' : 'sid'
    return `${name}=${id}`
  }
  /** Such a browser: carries her session, and says where its requests come from. */
  const asOwner = async () => {
    const identity = { cookie: await ownerCookie(), origin: settings.siteUrl }
    const ask = (path: string, init: Init = {}) => request(path, { ...init, headers: { ...identity, ...init.headers } })
    const json = { 'content-type': 'application/json' }
    const send =
      (method: string) =>
      (path: string, body?: unknown, headers: Record<string, string> = {}) =>
        ask(path, {
          method,
          ...(body === undefined ? { headers } : { body: JSON.stringify(body), headers: { ...json, ...headers } }),
        })
    return { request: ask, post: send('POST'), put: send('PUT'), patch: send('PATCH'), delete: send('DELETE') }
  }

  return {
    asOwner,
    ownerCookie,
    app,
    deps,
    db,
    filesFolder,
    request,
    logged,
    pageCache,
    headers: headers(),
    env: settings,
    post: (path: string, body: unknown, more: Record<string, string> = {}) =>
      request(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...more },
      }),
    postForm: (path: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
      request(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...more },
      }),
    /** lets the house notice what changed without a call to it, as it does twice a second */
    lookForNews,
    /** lets the background do everything that is due now */
    work,
    passTime: (milliseconds: number) => {
      time += milliseconds
    },
    letters: () => db.selectFrom('letters').selectAll().orderBy('id').execute(),
  }
}
