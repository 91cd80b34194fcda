import { expect, type Page } from '@playwright/test'
import { makeEpub } from '../support/epub.ts'
import { openMailerLite } from '../support/mailerlite-server.ts'
import { openSmtp } from '../support/smtp-server.ts'
import { cookieAt, freeBook, giveAway, openDesk, ownerAt, startOwnedSite } from './owner.ts'
import { type Place, places } from './places.ts'
import { emptyTables, withDatabase } from './rows.ts'
import { test as base } from './worker.ts'

export const bookFile = freeBook.file
export const someReaders = (count: number) =>
  Array.from({ length: count }, (_, number) => `reader${String(number).padStart(4, '0')}@home.example`)

export type Wish = { hasMail?: boolean; hasProvider?: boolean; rate?: number; more?: Record<string, string> }

/** A site with a real mail server and a stand-in for the mailing provider. */
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
  await giveAway(owner)
  const cookies = (await cookieAt(site)).split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url: site.address, httpOnly: true, sameSite: 'Lax' as const }
  })
  const { address, port, dataDir } = site
  const takesAll = smtp.refuse

  async function restart() {
    await site.stop()
    site = await startOwnedSite({ ...env, PORT: String(port) })
  }

  /** She is signed in, in this browser, without typing her password again. */
  async function signIn(page: Page) {
    await page.context().addCookies(cookies)
  }

  return {
    smtp,
    provider,
    place,
    address,
    dataDir,
    owner,
    signIn,
    async bringReaders(readers: readonly string[]) {
      await owner('POST', '/api/voracious-readers-subscribers', { subscribers: readers, basis: 'They asked for it' })
    },
    async uploadBook(size = 400_000, words?: { title: string; author: string }) {
      await owner('PUT', `/api/files/${bookFile}`, makeEpub(size, words))
    },
    /** Opens a room as the owner, and waits until it is awake. */
    async open(page: Page, path: string) {
      await signIn(page)
      return openDesk(page, site, path)
    },
    /** Leaves in order and comes back at the same address, with nothing in its head. */
    restart,
    /** Goes away as a crash would, and comes back at the same address when it is told to. */
    async crash() {
      site.child.kill('SIGKILL')
      return async () => {
        site = await startOwnedSite({ ...env, PORT: String(port) })
      }
    },
    /** Nobody known, nothing written and nothing on its way, at the site as well as at those it talks to. */
    async clear() {
      const wasRough = Object.keys(smtp.script).length > 0 || smtp.refuse !== takesAll
      Object.assign(smtp, { script: {}, refuse: takesAll })
      Object.assign(provider, { misbehave: undefined, isDoneAllTheSame: false, isMild: false, asksFirst: false })
      await expect.poll(() => layDown({ dataDir })).toEqual({ letters: 0, jobs: 0 })
      emptyTables({ dataDir }, written)
      // Whoever was turned away by the mail server knocks again half a minute later: that would be the next test's letter.
      if (wasRough) await restart()
      for (const kept of [smtp.received, smtp.asked, provider.groups, provider.hooks, provider.calls]) kept.length = 0
      provider.people.clear()
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

const written = [
  ...['written_letters', 'letter_links', 'working_copies', 'slugs', 'versions'],
  'jobs',
  'mailings',
  'letters',
  'download_links',
  'book_files',
  'removed_files',
  'provider_syncs',
  'suppressions',
  'consents',
  'memberships',
  'people',
  'contact_messages',
]

/** Begins nothing more, and says how much is still in hand: a row that somebody works on is not to vanish under him. */
function layDown(site: { dataDir: string }) {
  return withDatabase(site, (db) => {
    db.exec("update mailings set state = 'stopped', finished_at = created_at where finished_at is null")
    db.exec("update letters set state = 'stopped' where state = 'queued'")
    // Without its row a sync ends at its next step.
    db.exec('delete from provider_syncs')
    db.exec("delete from jobs where state <> 'running'")
    return db
      .prepare(
        `select (select count(*) from letters where state in ('leased', 'sending')) as letters,
                (select count(*) from jobs) as jobs`,
      )
      .get()
  })
}

/** One office for all tests of a worker that wish for the same; each test finds it as if it had just been opened. */
export const test = base.extend<{ wish: Wish; office: PostOffice }>({
  wish: [{}, { option: true }],
  office: async ({ wish, keep }, use) => {
    const open = () => openPostOffice(wish)
    const office = await keep(`post office ${JSON.stringify(wish)}`, open, (office) => office.close())
    await office.clear()
    await use(office)
  },
})
