import { formatDate } from '#lib/dates.ts'
import { addDays, localTime, momentOf } from '#lib/zone-time.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import { isWholeSite, type Shelf } from '#server/backup/shelf.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { readFact, writeFact } from '#server/site-facts.ts'
import { StorageFault } from '#server/storage-health.ts'
import type { BackupState } from './contract.ts'
import { outdated } from './retention.server.ts'

declare module '#server/deps.ts' {
  interface Deps {
    backups: BackupKeeper
  }
}

export type Made = { name: string; bytes: number; rows: number; files: number; missing: number }

/** Whoever does the work: a process of its own, or in tests this one. Both throw what went wrong. */
export type BackupHands = {
  make(onProgress: (share: number) => void): Promise<Made>
  verify(name: string): Promise<void>
  /** ends what is under way */
  drop(): Promise<void>
}

export type BackupKeeper = {
  shelf: Shelf
  /** begins one; refused while another is being made */
  begin(): Promise<void>
  /** makes one if the night's is missing, and tries one once a week; answers when that is done */
  look(): Promise<void>
  running(): number | null
  stop(): Promise<void>
}

type Parts = Pick<Deps, 'db' | 'log' | 'now' | 'site'> & { shelf: Shelf; hands: BackupHands }

const hour = 3_600_000
const day = 24 * hour
/** When few are awake where the author lives. */
const backupHour = 3
const facts = { last: 'backup.last', tried: 'backup.tried', trouble: 'backup.trouble', since: 'backup.since' }

export function createBackupKeeper({ db, log, now, site, shelf, hands }: Parts): BackupKeeper {
  let isStopping = false
  /** when one could not be tried for reasons of its own */
  let triedInVain = 0
  let share: number | null = null
  let work: Promise<void> = Promise.resolve()

  async function make() {
    share = 0
    try {
      const made = await hands.make((done) => {
        share = done
      })
      await shelf.take(made.name)
      await keepFact(db, facts.last, { ...made, madeAt: now().toISOString() })
      await keepFact(db, facts.trouble, null)
      await shelf.tidy(outdated)
      log.info('backup made', { name: made.name, bytes: made.bytes })
    } catch (error) {
      await noteTrouble(error)
    } finally {
      share = null
    }
  }

  async function noteTrouble(error: unknown) {
    // Another node is at it, or we are asked to leave: nothing is wrong.
    if (isStopping || (error instanceof BackupFault && error.isBusy)) return
    log.error('backup failed', { error })
    await keepFact(db, facts.trouble, { at: now().toISOString(), words: wordsOf(error) })
  }

  /** The newest is brought back where nobody sees it, and compared. */
  async function tryOne() {
    const [newest] = (await shelf.list()).filter(isWholeSite)
    if (!newest) return
    try {
      await hands.verify(newest.name)
      await keepFact(db, facts.tried, { at: now().toISOString(), fault: null })
      log.info('backup verified', { name: newest.name })
    } catch (error) {
      // What keeps us from trying one, a store that is away for instance, says nothing about it.
      triedInVain = now().getTime()
      if (!isStopping) log.error('backup does not come back', { name: newest.name, error })
      if (error instanceof BackupFault)
        await keepFact(db, facts.tried, { at: now().toISOString(), fault: error.message })
    }
  }

  async function look() {
    // What is wrong with the folder is told by whoever wants to write there.
    await shelf.sweep(now()).catch(() => {})
    if (!(await readFact(db, facts.since))) await writeFact(db, facts.since, now().toISOString())
    const [last, tried, trouble] = await readFacts(db)
    const isMissing = !last || Date.parse(last.madeAt) < lastNight(now(), site().author.timeZone).getTime()
    const isTired = trouble !== null && now().getTime() - Date.parse(trouble.at) < hour
    if (isMissing && !isTired) await make()
    const isDue = !tried || now().getTime() - Date.parse(tried.at) >= 7 * day
    if (isDue && !isStopping && now().getTime() - triedInVain >= hour) await tryOne()
  }

  /** One after the other, whoever asks. */
  function inTurn(task: () => Promise<void>): Promise<void> {
    work = work
      .then(() => (isStopping ? undefined : task()))
      .catch((error) => {
        if (!(error instanceof StorageFault)) log.error('backups could not be seen to', { error })
      })
    return work
  }

  return {
    shelf,
    running: () => share,
    async begin() {
      if (share !== null) throw new AppError('conflict', 'A backup is being made already.')
      share = 0
      void inTurn(make)
    },
    look: () => inTurn(look),
    async stop() {
      isStopping = true
      await hands.drop()
      await work
    },
  }
}

/** For whoever only asks. */
export type KeptBackups = Pick<Deps, 'db' | 'env' | 'now'> & {
  backups: Pick<BackupKeeper, 'shelf' | 'running'>
  site: () => { author: { timeZone: string } }
}

export async function readBackups({ backups, db, env, now, site }: KeptBackups): Promise<BackupState> {
  const [last, tried, trouble] = await readFacts(db)
  const newest = last?.madeAt ?? (await readFact(db, facts.since))
  // A shelf that cannot be looked at is a trouble too, and no reason to show nothing.
  const kept = await backups.shelf.list().catch((error: unknown) => wordsOf(error))
  return {
    last,
    tried,
    trouble: trouble ?? (typeof kept === 'string' ? { at: now().toISOString(), words: kept } : null),
    running: backups.running(),
    isOverdue: newest !== null && now().getTime() - Date.parse(newest) > 2 * day,
    nextAt: nextNight(now(), site().author.timeZone).toISOString(),
    place: backups.shelf.place,
    isSealed: env.backupPassphrase !== null,
    kept: typeof kept === 'string' ? [] : kept.filter(isWholeSite),
  }
}

/** A sentence for her weekly letter. */
export async function describeBackups(deps: Deps): Promise<string> {
  const { last, tried, trouble, isOverdue } = await readBackups(deps)
  if (!last) return 'No backup has been made yet. Your settings say more.'
  const dayOf = (at: string) => formatDate(localTime(new Date(at), deps.site().author.timeZone).day)
  const made = `The last backup is from ${dayOf(last.madeAt)}`
  if (trouble || isOverdue) return `${made}, and none could be made since. Your settings say why.`
  if (tried?.fault) return `${made}, but the one that was tried did not come back whole. Your settings say more.`
  return tried ? `${made}. One was brought back and compared on ${dayOf(tried.at)}.` : `${made}.`
}

/** When the last one was made, and when one was last brought back whole. */
export async function findLastBackups(db: Db): Promise<{ madeAt: string | null; verifiedAt: string | null }> {
  const [last, tried] = await readFacts(db)
  return { madeAt: last?.madeAt ?? null, verifiedAt: tried && !tried.fault ? tried.at : null }
}

async function readFacts(db: Db) {
  return Promise.all([
    readJsonFact<BackupState['last']>(db, facts.last),
    readJsonFact<BackupState['tried']>(db, facts.tried),
    readJsonFact<BackupState['trouble']>(db, facts.trouble),
  ])
}

async function readJsonFact<Fact>(db: Db, name: string): Promise<Fact | null> {
  const text = await readFact(db, name)
  return text ? JSON.parse(text) : null
}

function keepFact(db: Db, name: string, fact: object | null): Promise<void> {
  return writeFact(db, name, JSON.stringify(fact))
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function lastNight(now: Date, zone: string): Date {
  const tonight = momentOf(localTime(now, zone).day, backupHour, zone)
  return tonight <= now ? tonight : momentOf(addDays(localTime(now, zone).day, -1), backupHour, zone)
}

function nextNight(now: Date, zone: string): Date {
  const tonight = momentOf(localTime(now, zone).day, backupHour, zone)
  return tonight > now ? tonight : momentOf(addDays(localTime(now, zone).day, 1), backupHour, zone)
}
