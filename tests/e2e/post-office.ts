import { expect, type Page } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'
import { makeEpub } from '../support/epub.ts'
import { openMailerLite } from '../support/mailerlite-server.ts'
import { openSmtp } from '../support/smtp-server.ts'
import { ownerOf, type Place, places, sessionIn } from './places.ts'

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
    RATE_LIMIT: 'off',
    MAIL_RATE: String(rate),
    ...(hasMail ? { SMTP_URL: smtp.url } : {}),
    ...(hasProvider ? { MAILERLITE_API_KEY: 'a-key', MAILERLITE_API_URL: provider.url } : {}),
    ...more,
  }
  let site = await startSite(env)
  const owner = await ownerOf(site, place)
  const session = await sessionIn(place)
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
    async uploadBook(size = 400_000) {
      await fetch(`http://127.0.0.1:${port}/api/files/${bookFile}`, {
        method: 'PUT',
        headers: { cookie: `sid=${session}`, 'sec-fetch-site': 'same-origin' },
        body: makeEpub(size),
      })
    },
    /** Opens a room as the owner, and waits until it is awake. */
    async open(page: Page, path: string) {
      await page.context().addCookies([{ name: 'sid', value: session, url: address }])
      const response = await page.goto(address + path)
      await awake(page)
      return response
    },
    /** Goes away as a crash would, and comes back at the same address when it is told to. */
    async crash() {
      site.child.kill('SIGKILL')
      return async () => {
        site = await startSite({ ...env, PORT: String(port) })
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

/** The scripts have taken over once React has put its marks on the heading. */
export async function awake(page: Page) {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}

/** What the browser complained about on this page. */
export function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/** True where the page can be pushed sideways. */
export async function isSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

/** With the Tab key alone. */
export async function tabTo(page: Page, name: string, role: 'button' | 'link' | 'textbox' = 'button') {
  const target = page.getByRole(role, { name, exact: true }).first()
  for (let count = 0; count < 120; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  expect(`the keyboard leads to ${name}`).toBe('true')
}
