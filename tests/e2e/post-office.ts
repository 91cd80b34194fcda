import type { Page } from '@playwright/test'
import { makeEpub } from '../support/epub.ts'
import { openMailerLite } from '../support/mailerlite-server.ts'
import { openSmtp } from '../support/smtp-server.ts'
import { openDesk, ownerAt, signIn, startOwnedSite } from './owner.ts'
import { type Place, places } from './places.ts'

export const bookFile = 'true-veil-blues.epub'
export const someReaders = (count: number) =>
  Array.from({ length: count }, (_, number) => `reader${String(number).padStart(4, '0')}@home.example`)

export type Wish = { hasMail?: boolean; hasProvider?: boolean; rate?: number; more?: Record<string, string> }

/** A site of the test's own, with a real mail server and a stand-in for the mailing provider. */
export async function openPostOffice({ hasMail = true, hasProvider = true, rate = 200, more = {} }: Wish = {}) {
  const place = await (places.SQLite as () => Promise<Place>)()
  const smtp = await openSmtp()
  const provider = await openMailerLite()
  const env: Record<string, string> = {
    ...place.env,
    MAIL_RATE: String(rate),
    ...(hasMail ? { SMTP_URL: smtp.url } : {}),
    ...(hasProvider ? { MAILERLITE_API_KEY: 'a-key', MAILERLITE_API_URL: provider.url } : {}),
    ...more,
  }
  let site = await startOwnedSite(env)
  const owner = await ownerAt(site)
  const { address, port } = site

  return {
    smtp,
    provider,
    place,
    address,
    owner,
    async bringReaders(readers: readonly string[]) {
      await owner('POST', '/api/voracious-readers-subscribers', { subscribers: readers, basis: 'They asked for it' })
    },
    async uploadBook(size = 400_000, words?: { title: string; author: string }) {
      await owner('PUT', `/api/files/${bookFile}`, makeEpub(size, words))
    },
    /** Opens a room as the owner, and waits until it is awake. */
    async open(page: Page, path: string) {
      await signIn(page, site)
      return openDesk(page, site, path)
    },
    /** Goes away as a crash would, and comes back at the same address when it is told to. */
    async crash() {
      site.child.kill('SIGKILL')
      return async () => {
        site = await startOwnedSite({ ...env, PORT: String(port) })
      }
    },
    async close() {
      await site.stop()
      await smtp.stop()
      provider.stop()
      await place.remove()
    },
  }
}

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>
