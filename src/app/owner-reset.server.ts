import { findOwner } from '#features/owner/entrance.server.ts'
import { recordEvent } from '#features/owner/service.server.ts'
import { issueTicket, ticketPath } from '#features/owner/setup.server.ts'
import { findTypedAddress } from '#features/settings/live.server.ts'
import { type Db, joinDatabase, noSiteIn } from '#server/db.ts'
import type { Env } from '#server/env.ts'

/**
 * `npm run owner:reset`: a link for whoever may use the server's own terminal, which is the proof. The site may be running
 * or not. With no owner yet, the link sets the site up.
 */
export async function printResetLink(env: Env, say: (line: string) => void): Promise<void> {
  const database = await joinDatabase(env)
  if (!database) return say(noSiteIn(env))
  const { db, close } = database
  const now = new Date()
  try {
    const owner = await findOwner(db)
    const token = await issueTicket(db, owner ? 'reset' : 'setup', now)
    if (owner) await recordEvent(db, 'owner.reset_asked', now)
    say(`Open this within ${owner ? '15 minutes to choose a new password' : 'an hour to set the site up'}:`)
    say((await addressOf(env, db)) + ticketPath(token))
    if (env.owner) say('OWNER_PASSWORD is set: the next start makes it the password again. Change it there, too.')
  } finally {
    await close()
  }
}

/** As the environment names it, or as she has typed it; before the first start with such a table there is none. */
async function addressOf({ checkHost, siteUrl }: Env, db: Db): Promise<string> {
  const typed = checkHost ? null : await findTypedAddress(db).catch(() => null)
  return typed ?? siteUrl
}
