import { getLink, linkToken, makePersonalLink } from '#features/downloads/service.server.ts'
import { unsubscribeHeaders, unsubscribeUrlFor } from '#features/newsletter/service.server.ts'
import { normaliseEmail } from '#lib/email.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { type Draft, writeLetter } from '#server/letters.ts'
import { insistWithin } from '#server/rate-limit.ts'
import { isSuppressed } from '#server/suppressions.ts'
import type { BookLetter } from './contract.ts'
import { freeBookLetter, freeBookPress, type Press } from './emails.server.tsx'

/** The letter as it will arrive, with links that lead nowhere yet. */
export function previewLetter({ env, mailer }: Deps): BookLetter & { html: string } {
  const links = { getUrl: `${env.siteUrl}/get/…`, unsubscribeUrl: `${env.siteUrl}/unsubscribe/…` }
  const host = env.smtpUrl && new URL(env.smtpUrl).hostname
  return { ...freeBookLetter(env, links), mail: { isConnected: mailer !== null, host, from: env.mailFrom } }
}

/** One letter to one reader, whoever she is, unless she has left. Without a mail server it is kept in the outbox. */
export async function sendOne(deps: Deps, typed: string, fileName: string): Promise<{ message: string }> {
  const { db, env, keyFor } = deps
  const email = normaliseEmail(typed)
  if (await isSuppressed(db, keyFor, email)) {
    throw new AppError('conflict', 'This reader has left and gets no more letters.')
  }
  const { linkId } = await makePersonalLink(deps, email, fileName)
  await writeBookLetter(deps, email, linkId)
  return { message: env.smtpUrl ? `The letter to ${email} is on its way.` : keptWords }
}

const keptWords = 'No mail server is connected, so the letter is kept in the outbox.'

/** Its way out is under the link's own id: it works for readers who are on no list, too. */
export function bookLetter(deps: Deps, press: Press, email: string, linkId: string): Draft {
  const { env } = deps
  const unsubscribeUrl = unsubscribeUrlFor(deps, linkId)
  return {
    kind: 'campaigns.book',
    to: { name: '', address: email },
    ...press({ getUrl: `${env.siteUrl}/get/${linkToken(deps, linkId)}`, unsubscribeUrl }),
    headers: unsubscribeHeaders(unsubscribeUrl, env.mailFrom),
  }
}

async function writeBookLetter(deps: Deps, email: string, linkId: string): Promise<void> {
  await writeLetter(deps.db, deps, bookLetter(deps, freeBookPress(deps.env), email, linkId))
  deps.wakeWorker()
}

const freshADay = { most: 3, seconds: 86_400 }

/**
 * A reader whose link has closed asks for another. It goes to the address the first was made for and nowhere else, so
 * whoever found the link in the street gains nothing by asking.
 */
export async function sendFresh(deps: Deps, token: string): Promise<{ message: string }> {
  const link = await getLink(deps, token)
  if (!link.email) throw new AppError('conflict', 'This link was for everybody. Ask the author for a new one.')
  await insistWithin(deps.db, `fresh:${link.id}`, freshADay, deps.now())
  if (!(await isSuppressed(deps.db, deps.keyFor, link.email))) {
    const { linkId } = await makePersonalLink(deps, link.email, link.file_name)
    await writeBookLetter(deps, link.email, linkId)
  }
  return { message: 'A fresh link is on its way to the address this one was sent to.' }
}
