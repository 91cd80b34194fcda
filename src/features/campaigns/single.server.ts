import { getLink, linkState, makeLinkIn, titleOfFile } from '#features/downloads/service.server.ts'
import { knownAmong } from '#features/people/service.server.ts'
import { deadLinksWords } from '#lib/dead-links.ts'
import { normaliseEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { hasLetterWaiting, isOwnersAddress, writeLetter } from '#server/letters.ts'
import { insistWithin } from '#server/rate-limit.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { findSuppression, isSuppressed, suppressionWords } from '#server/suppressions.ts'
import type { BookLetter } from './contract.ts'
import { freeBookLetter } from './emails.server.tsx'
import { bookLetterKind, pressFor } from './letters.server.ts'

/** The letter as it will arrive, with links that lead nowhere yet. */
export function previewLetter({ env, mailer, site }: Deps, fileName: string): BookLetter & { html: string } {
  const links = { getUrl: `${env.siteUrl}/get/…`, unsubscribeUrl: `${env.siteUrl}/unsubscribe/…` }
  const host = env.smtpUrl && new URL(env.smtpUrl).hostname
  return {
    ...freeBookLetter({ siteUrl: env.siteUrl, ...site(), title: titleOfFile(site(), fileName) }, links),
    mail: { isConnected: mailer !== null, host, from: site().sender },
    warnings: warningsOf(env, site()),
  }
}

/** What is still as it was on the first day, and must not go out to readers. */
function warningsOf({ siteUrl, postalAddress, mailFrom }: Deps['env'], { author }: SiteSnapshot): string[] {
  const deadLinks = deadLinksWords(siteUrl)
  return [
    ...(deadLinks ? [deadLinks] : []),
    ...(author.isSample && !mailFrom ? ['The sender’s address is the sample one. Put your own in, in Settings.'] : []),
    ...(author.isSample && !postalAddress
      ? [
          'The postal address at the foot of the letter is the sample one, and the law asks for a real one. Put yours in, in Settings.',
        ]
      : []),
  ]
}

/**
 * One letter to one reader, whoever she is, unless nothing may go to her or one waits for her. Without a mail server it
 * is kept in the outbox.
 */
export async function sendOne(deps: Deps, typed: string, fileName: string): Promise<{ message: string }> {
  const { db, env, keyFor } = deps
  const email = normaliseEmail(typed)
  const gone = (await isOwnersAddress(db, deps, email)) ? null : await findSuppression(db, keyFor, email)
  if (gone) throw new AppError('conflict', `This reader ${suppressionWords(gone.reason)}.`)
  await db.transaction().execute(async (tx) => {
    const link = await makeOwnLink(tx, deps, email, fileName)
    // Asked once the link is made: of two windows one waits there for the other, and sees its letter.
    if (await hasLetterWaiting(tx, bookLetterKind, fileName, email))
      throw new AppError('conflict', `This reader ${waitingWords}.`)
    await writeBookLetter(tx, deps, link)
  })
  deps.wakeWorker()
  return { message: env.smtpUrl ? `The letter to ${email} is on its way.` : keptWords }
}

const keptWords = 'No mail server is connected, so the letter is kept in the outbox.'

type OwnLink = { id: string; wayOut: string; email: string; fileName: string }

/** Who is on no list has her way out under the link's own id. */
async function makeOwnLink(tx: Db, deps: Deps, email: string, fileName: string): Promise<OwnLink> {
  const known = (await knownAmong(tx, [email])).get(email)
  const id = await makeLinkIn(tx, deps, { kind: known ? 'personal' : 'letter', email, fileName })
  return { id, wayOut: known ?? id, email, fileName }
}

/** In the transaction that makes the link: both or none. */
async function writeBookLetter(tx: Db, deps: Deps, { email, fileName, ...link }: OwnLink): Promise<void> {
  const words = pressFor(deps, fileName)({ ...link, name: null })
  await writeLetter(tx, deps, { kind: bookLetterKind, to: { name: '', address: email }, about: fileName, ...words })
}

export const waitingWords = 'has this letter waiting in the outbox already'

const freshADay = { most: 3, seconds: 86_400 }

/**
 * A reader whose link has closed asks for another. It goes to the address the first was made for and nowhere else, so
 * whoever found the link in the street gains nothing by asking.
 */
export async function sendFresh(deps: Deps, token: string): Promise<{ message: string }> {
  const link = await getLink(deps, token)
  const { email, file_name } = link
  if (!email) throw new AppError('conflict', 'This link was for everybody. Ask the author for a new one.')
  const state = await linkState(deps, link)
  if (state === 'revoked') throw new AppError('gone', 'This link was closed by the author.')
  if (state === 'removed') throw new AppError('gone', 'What this link led to is not given away any more.')
  if (!deps.mailer) throw new AppError('conflict', 'This site sends no letters at the moment. Write to the author.')
  if (deps.env.isRateLimited) await insistWithin(deps.db, `fresh:${link.id}`, freshADay, deps.now())
  if (await isSuppressed(deps.db, deps.keyFor, email)) {
    throw new AppError('conflict', 'This address wants no more letters, so none is sent. Write to the author instead.')
  }
  await deps.db
    .transaction()
    .execute(async (tx) => writeBookLetter(tx, deps, await makeOwnLink(tx, deps, email, file_name)))
  deps.wakeWorker()
  return { message: 'A fresh link goes to the address this one was sent to.' }
}
