import { setImmediate } from 'node:timers/promises'
import { countShopClick } from '#features/letters/links.server.ts'
import { listSessionKeys } from '#features/owner/service.server.ts'
import { paths } from '#lib/paths.ts'
import { localTime } from '#lib/zone-time.ts'
import type { Deps } from '#server/deps.ts'
import { createMemoryLimit } from '#server/memory-limit.ts'
import { StorageFault } from '#server/storage-health.ts'
import { createMet } from './met.ts'
import { createPageList, type KnownPage } from './pages.server.ts'
import { type Counted, createNames, writeBatch } from './rollup.server.ts'
import { type Knock, noteOf, readSighting, type Sighting } from './sighting.server.ts'
import { createSalts, hashVisitor } from './visitors.server.ts'

declare module '#server/deps.ts' {
  interface Deps {
    /** what visitors do, counted in batches */
    counter: Counter
  }
}

export type Counter = {
  /** counts one report, soon. Throws for what is none; says nothing about what it leaves out. */
  take: (knock: Knock) => void
  /** counts what the server itself has seen */
  note: Deps['noteEvent']
  /** the pages of the site have changed */
  forgetPages: () => void
  /** answers when everything taken so far is written, or given up */
  flush: () => Promise<void>
}

const batchMost = 500
const longestWait = 1_000
const mostWaiting = 5_000

const perClient = { most: 60, seconds: 60 }
const perSecond = { most: 300, seconds: 1 }

type Parts = Pick<Deps, 'db' | 'engine' | 'env' | 'log' | 'now' | 'site'>

/**
 * Reports wait in memory, for a second or until there are five hundred, and are written in one transaction: a crash
 * loses that second and nothing else. Whatever is over a limit or finds no room is dropped, and that is counted.
 */
export function createCounter(parts: Parts): Counter {
  const { env, log, now } = parts
  const pages = createPageList(parts)
  const write = createWriter(parts, pages.read)
  const isClientWithin = createMemoryLimit(perClient)
  const isHouseWithin = createMemoryLimit(perSecond)
  let waiting: Sighting[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let isDraining = false
  let draining: Promise<void> = Promise.resolve()

  const isWithin = (address: string, at: Date) =>
    !env.isRateLimited || (isClientWithin(address, at) && isHouseWithin('', at))

  /**
   * The next batch, tried twice: one whose commit broke half-way may be counted twice. A database that is away costs us
   * numbers, never a page.
   */
  async function writeNext(): Promise<boolean> {
    const batch = waiting.slice(0, batchMost)
    waiting = waiting.slice(batchMost)
    const lost = dropped
    dropped = 0
    const done = await write(batch, lost)
      .catch(() => write(batch, lost))
      .then(
        () => true,
        (error) => {
          // What is wrong with the storage is said once, not every second.
          if (!(error instanceof StorageFault)) log.error('views could not be counted', { views: batch.length, error })
          return false
        },
      )
    if (!done) dropped += lost + batch.length
    return done
  }

  async function drain() {
    isDraining = true
    while ((waiting.length > 0 || dropped > 0) && (await writeNext())) await setImmediate()
    isDraining = false
    // What still waits for a database that is away is tried again, also if nobody comes by.
    if (waiting.length > 0) timer ??= setTimeout(flush, longestWait).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    draining = draining.then(drain)
    return draining
  }

  function add(sighting: Sighting | null) {
    if (sighting && waiting.length < mostWaiting) waiting.push(sighting)
    else dropped++
    if (waiting.length >= batchMost && !isDraining) void flush()
    else timer ??= setTimeout(flush, longestWait).unref()
  }

  return {
    flush,
    forgetPages: pages.forget,
    note: (event, headers) => add(noteOf(env, event, headers, now())),
    take(knock) {
      const at = now()
      // Read first: what is no report is told so, and uses nothing up.
      const sighting = readSighting(env, knock, at)
      if (!isWithin(knock.address, at)) return add(null)
      if (sighting) add(sighting)
    },
  }
}

/** Turns what was seen into what is counted, and writes it. Here the address and the cookie are left behind. */
function createWriter({ db, engine, now, site }: Parts, readPages: () => Promise<Map<string, KnownPage>>) {
  const saltsOf = createSalts(db)
  const names = createNames()
  const met = createMet()
  return async function write(batch: readonly Sighting[], dropped: number): Promise<void> {
    // The books before the pages: one that gets another address meanwhile is found by its old one here, or by both there.
    const { author, books } = site()
    const zone = author.timeZone
    const pages = await readPages()
    const sessions = batch.some(({ session }) => session) ? await listSessionKeys(db, now()) : new Set<string>()
    const salts = await saltsOf(new Set(batch.map(({ at }) => localTime(at, zone).day)))
    const rows = batch.map((seen): Counted => {
      const { identity, session, isBot, isOwn } = seen
      const { day, hour } = localTime(seen.at, zone)
      const salt = salts.get(day)
      const audience = isBot ? 'bot' : isOwn || (session && sessions.has(session)) ? 'own' : 'reader'
      return {
        at: seen.at,
        day,
        hour,
        audience,
        event: seen.event,
        page: nameOf(pages, seen.page),
        visitor: identity && salt && audience === 'reader' ? hashVisitor(salt, identity) : null,
        cameFrom: seen.cameFrom,
        referrer: seen.referrer,
        userAgent: seen.userAgent,
        device: seen.device,
        read: readOf(pages, seen),
        bought: boughtOf(pages, books, seen),
        data: seen.data,
      }
    })
    const today = localTime(now(), zone).day
    const marks = rows.flatMap(({ audience, bought }, index) =>
      audience === 'reader' && bought ? (batch[index]?.letter ?? []) : [],
    )
    await db.transaction().execute(async (tx) => {
      await writeBatch({ tx, engine, names, rows, met, dropped: { day: today, dropped } })
      for (const mark of marks.sort()) await countShopClick(tx, mark)
    })
    // Only now is it sure that they are written down.
    for (const { event, visitor } of rows) if (visitor && !event) met.add(visitor)
  }
}

function nameOf(pages: Map<string, KnownPage>, page: string): string {
  let end = page.length
  while (end > 1 && page[end - 1] === '/') end--
  return pages.get(page.slice(0, end).toLowerCase())?.path ?? '(other)'
}

/** The story a reader says she has read, if it is one of ours, and how much of it. */
function readOf(pages: Map<string, KnownPage>, { event, data }: Pick<Sighting, 'event' | 'data'>): Counted['read'] {
  if (event !== 'story_read' || typeof data !== 'object' || data === null) return null
  const { story, percent } = data as Record<string, unknown>
  if (typeof story !== 'string' || typeof percent !== 'number') return null
  const page = pages.get(paths.story(story))
  return page ? { page: page.path, percent } : null
}

/** The link to a shop a reader says she followed, if it is one of ours: nobody can make up names for us. */
function boughtOf(
  pages: Map<string, KnownPage>,
  books: ReturnType<Deps['site']>['books'],
  { event, data }: Pick<Sighting, 'event' | 'data'>,
): string | null {
  if (event !== 'purchase_link' || typeof data !== 'object' || data === null) return null
  const told = data as Record<string, unknown>
  // Her page may be older than the book's address.
  const page = typeof told.book === 'string' ? pages.get(paths.book(told.book)) : undefined
  const book = page && books.find(({ slug }) => slug === told.book || paths.book(slug) === page.path)
  const shop = told.shop === undefined ? book?.shops[0] : book?.shops.find(({ name }) => name === told.shop)
  return book && shop ? `${book.id} ${shop.name}` : null
}
