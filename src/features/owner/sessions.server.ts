import { createHash } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { randomText } from '#server/ids.ts'
import type { AppContext } from '#server/route-table.ts'
import type { OwnerSessionRow } from './tables.server.ts'

const idleFor = 12 * 3_600_000
const longestLife = 14 * 86_400_000
/** A session that is used all day need not be written to the database at every click. */
const seenEvery = 60_000

/** Over https the prefix makes browsers refuse a cookie that another site or a plain-http page tried to set. */
function cookieName({ env }: Pick<Deps, 'env'>): string {
  return env.siteUrl.startsWith('https:') ? '__Host-sid' : 'sid'
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

/** A new session, whose id is known to her browser alone: the database keeps only what it hashes to. */
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
  return id
}

/** The session this request carries, if it is one of ours and still alive. */
export async function findSession(deps: Deps, c: AppContext): Promise<OwnerSessionRow | null> {
  const { db, now } = deps
  const id = getCookie(c, cookieName(deps))
  if (!id) return null
  const session = await db.selectFrom('owner_sessions').selectAll().where('id_hash', '=', hashOf(id)).executeTakeFirst()
  if (!session) return null
  const at = now()
  const isAlive = session.expires_at > at.toISOString() && at.getTime() - Date.parse(session.seen_at) < idleFor
  if (!isAlive) {
    await db.deleteFrom('owner_sessions').where('id_hash', '=', session.id_hash).execute()
    return null
  }
  if (at.getTime() - Date.parse(session.seen_at) > seenEvery) {
    await db
      .updateTable('owner_sessions')
      .set({ seen_at: at.toISOString() })
      .where('id_hash', '=', session.id_hash)
      .execute()
  }
  return session
}

export async function closeSession(deps: Deps, c: AppContext): Promise<void> {
  const id = getCookie(c, cookieName(deps))
  if (id) await deps.db.deleteFrom('owner_sessions').where('id_hash', '=', hashOf(id)).execute()
  deleteCookie(c, cookieName(deps), { path: '/', secure: deps.env.siteUrl.startsWith('https:') })
}

/** Hands the key to her browser, where no script can read it. */
export function giveCookie(deps: Deps, c: AppContext, id: string): void {
  setCookie(c, cookieName(deps), id, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: deps.env.siteUrl.startsWith('https:'),
    maxAge: longestLife / 1_000,
  })
}
