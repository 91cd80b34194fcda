import { ReadableStream } from 'node:stream/web'
import { type DownloadWish, downloadWish } from '#features/backups/contract.ts'
import { readBackups } from '#features/backups/service.server.ts'
import { insistOnPassword } from '#features/owner/entrance.server.ts'
import { clientOf, recordEvent, sessionKeyIn } from '#features/owner/service.server.ts'
import { visitorOf } from '#features/owner/sessions.server.ts'
import { BackupFault, seal, unseal } from '#server/backup/envelope.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { randomText } from '#server/ids.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'

const base = '/api/owner/backups'

/** The copies that are kept, at the desk. One leaves the house only for whoever gives the password again, and sealed. */
export function backupRoutes(deps: Deps): Route[] {
  const { backups, db, now } = deps
  const tickets = createTickets(now)
  const sessionOf = (c: AppContext) => sessionKeyIn(deps.env, c.req.header('cookie')) ?? ''
  return [
    { method: 'GET', path: base, access: 'owner', handle: async (c) => c.json(await readBackups(deps)) },
    {
      method: 'POST',
      path: base,
      access: 'owner',
      handle: async (c) => {
        await backups.begin()
        return c.json(await readBackups(deps), 202)
      },
    },
    {
      method: 'POST',
      path: `${base}/:name/ticket`,
      access: 'owner',
      handle: async (c) => {
        const wish = await jsonBody(c, downloadWish)
        const passphrase = passphraseFor(deps, wish)
        const visitor = visitorOf(deps, c)
        await insistOnPassword(deps, { password: wish.password, field: 'password' }, visitor)
        const name = c.req.param('name') ?? ''
        if (!(await backups.shelf.list()).some((kept) => kept.name === name)) throw gone()
        await recordEvent(db, 'backups.downloaded', now(), await clientOf(deps, visitor))
        return c.json({ url: `${base}/download/${tickets.issue({ name, passphrase, session: sessionOf(c) })}` })
      },
    },
    {
      method: 'GET',
      path: `${base}/download/:ticket`,
      access: 'owner',
      isFile: true,
      handle: async (c) => {
        const ticket = tickets.take(c.req.param('ticket') ?? '')
        if (!ticket || ticket.session !== sessionOf(c)) throw gone()
        return giveBackup(deps, ticket)
      },
    },
  ]
}

const gone = () => new AppError('gone', 'This download is no longer open. Ask for it once more in the settings.')

/** In the settings of the server there is one, or she chooses one for this copy. */
function passphraseFor({ env }: Deps, { passphrase }: DownloadWish): string {
  const chosen = env.backupPassphrase ?? passphrase
  if (chosen) return chosen
  const words = 'Choose a passphrase for this copy'
  throw new AppError('invalid', words, { fields: { passphrase: words } })
}

type Ticket = { name: string; passphrase: string; session: string }

const oneMinute = 60_000
const mostOpen = 10

/** For the minute between the question and the download, and once. The passphrase never stands in an address. */
function createTickets(now: () => Date) {
  const open = new Map<string, Ticket & { until: number }>()
  return {
    issue(ticket: Ticket): string {
      for (const [id, { until }] of open) if (until <= now().getTime()) open.delete(id)
      const id = randomText(16)
      open.set(id, { ...ticket, until: now().getTime() + oneMinute })
      const [oldest] = open.keys()
      if (open.size > mostOpen && oldest) open.delete(oldest)
      return id
    },
    take(id: string): Ticket | null {
      const ticket = open.get(id)
      open.delete(id)
      return ticket && ticket.until > now().getTime() ? ticket : null
    },
  }
}

/** Opened and sealed anew as it passes by: one from before there was a passphrase hides nothing. */
async function giveBackup({ backups, env }: Deps, { name, passphrase }: Ticket): Promise<Response> {
  const kept = await backups.shelf.read(name)
  if (!kept) throw gone()
  const plain = await beginReading(unseal(await kept.stream(), env.backupPassphrase))
  const body = ReadableStream.from(seal(plain, passphrase)) as unknown as BodyInit
  return new Response(body, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}

/** Whether it can be opened shows at its first piece: before the answer has begun. */
async function beginReading(plain: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> {
  const first = await plain.next().catch((error) => {
    if (error instanceof BackupFault) throw new AppError('conflict', `${error.message} It lies on the server as it is.`)
    throw error
  })
  return (async function* () {
    try {
      if (!first.done) yield first.value
      yield* plain
    } finally {
      await plain.return(undefined)
    }
  })()
}
