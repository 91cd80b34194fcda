import { randomUUID } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { clientAddress } from '#server/client-address.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { hashOf, randomText } from '#server/ids.ts'
import type { AppContext } from '#server/route-table.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import type { OwnerSessionRow } from './tables.server.ts'

const idleFor = 12 * 3_600_000
const longestLife = 14 * 86_400_000
const deviceKnownFor = 365 * 86_400_000
const mostSessions = 10
/** A session that is used all day need not be written to the database at every click. */
const seenEvery = 60_000

/** Whoever stands at the entrance, and what she brought along. */
export type Visitor = { address: string; browser: string; session: string | null; device: string | null }

/** Over https the prefix makes browsers refuse a cookie that another site or a plain-http page tried to set. */
export function cookieName({ env }: Pick<Deps, 'env'>, name: 'sid' | 'device'): string {
  return env.siteUrl.startsWith('https:') ? `__Host-${name}` : name
}

/** How secrets are kept that are long enough not to be guessed: the database knows only what they hash to. */
export function visitorOf(deps: Deps, c: AppContext): Visitor {
  const device = getCookie(c, cookieName(deps, 'device'))
  // A former key is one that may have leaked: with it anybody could be as many known devices as she has guesses to make.
  const [newest] = deps.keyFor('device')
  return {
    address: clientAddress(c, deps.env.trustedProxies),
    browser: c.req.header('user-agent') ?? '',
    session: getCookie(c, cookieName(deps, 'sid')) ?? null,
    device: device ? openToken([newest], device) : null,
  }
}

/** A new session, whose id is known to her browser alone. Ten at most: the one unused for longest makes room. */
export async function openSession(db: Db, now: Date, browser: string): Promise<string> {
  const id = randomText(32)
  await db
    .insertInto('owner_sessions')
    .values({
      id_hash: hashOf(id),
      created_at: now.toISOString(),
      seen_at: now.toISOString(),
      expires_at: new Date(now.getTime() + longestLife).toISOString(),
      browser: browser.slice(0, 200),
    })
    .execute()
  const newest = db.selectFrom('owner_sessions').select('id_hash').orderBy('seen_at', 'desc').limit(mostSessions)
  await db.deleteFrom('owner_sessions').where('id_hash', 'not in', newest).where('id_hash', '!=', hashOf(id)).execute()
  return id
}

/** The session this request carries, if it is one of ours and still alive. */
export async function findSession(deps: Deps, c: AppContext): Promise<OwnerSessionRow | null> {
  const { db, now } = deps
  const { session: id } = visitorOf(deps, c)
  if (!id) return null
  const session = await db.selectFrom('owner_sessions').selectAll().where('id_hash', '=', hashOf(id)).executeTakeFirst()
  const at = now()
  if (!session || session.expires_at <= at.toISOString()) return null
  const unused = at.getTime() - Date.parse(session.seen_at)
  if (unused >= idleFor) return null
  if (unused > seenEvery) {
    await db
      .updateTable('owner_sessions')
      .set({ seen_at: at.toISOString() })
      .where('id_hash', '=', session.id_hash)
      .execute()
  }
  return session
}

/** Where she is signed in now, the latest first. */
export function listSessions(db: Db, now: Date): Promise<OwnerSessionRow[]> {
  return db
    .selectFrom('owner_sessions')
    .selectAll()
    .where('expires_at', '>', now.toISOString())
    .where('seen_at', '>', new Date(now.getTime() - idleFor).toISOString())
    .orderBy('seen_at', 'desc')
    .execute()
}

/** Sessions nobody can use any more. */
export async function forgetDeadSessions(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - idleFor).toISOString()
  await db
    .deleteFrom('owner_sessions')
    .where((or) => or.or([or('expires_at', '<=', now.toISOString()), or('seen_at', '<=', oldest)]))
    .execute()
}

export async function closeSession(deps: Deps, c: AppContext): Promise<void> {
  const { session } = visitorOf(deps, c)
  if (session) await deps.db.deleteFrom('owner_sessions').where('id_hash', '=', hashOf(session)).execute()
  deleteCookie(c, cookieName(deps, 'sid'), { path: '/', secure: deps.env.siteUrl.startsWith('https:') })
}

/**
 * Hands the key to her browser, where no script can read it. The second cookie opens nothing: it only says that somebody
 * has signed in here before, so that strangers at the door cannot keep her out.
 */
export function giveKeys(deps: Deps, c: AppContext, session: string): void {
  const flags = { path: '/', httpOnly: true, sameSite: 'Lax', secure: deps.env.siteUrl.startsWith('https:') } as const
  const device = visitorOf(deps, c).device ?? randomUUID()
  setCookie(c, cookieName(deps, 'sid'), session, { ...flags, maxAge: longestLife / 1_000 })
  setCookie(c, cookieName(deps, 'device'), signToken(deps.keyFor('device'), device), {
    ...flags,
    maxAge: deviceKnownFor / 1_000,
  })
}
