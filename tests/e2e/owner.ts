import { expect, type Page } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'

export const email = 'owner@home.example'
export const password = 'a long walk to the well'

export type Site = Awaited<ReturnType<typeof startSite>>

/** A site of the test's own that belongs to somebody from its first start; empty, unless it asks for the samples. */
export function startOwnedSite(env: Record<string, string> = {}): Promise<Site> {
  return startSite({ RATE_LIMIT: 'off', SAMPLE_CONTENT: 'off', OWNER_EMAIL: email, OWNER_PASSWORD: password, ...env })
}

/** She comes in by the front door, in this browser. */
export async function signIn(page: Page, { address }: Pick<Site, 'address'>) {
  const answer = await page.context().request.post(`${address}/api/auth/sign-in`, { data: { email, password } })
  expect(answer.status()).toBe(200)
}

const asJson = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

/** She comes in by the front door, without a browser: her cookies, which outlive the process that gave them. */
export async function cookieAt({ port }: Pick<Site, 'port'>): Promise<string> {
  const entered = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in`, {
    method: 'POST',
    headers: asJson,
    body: JSON.stringify({ email, password }),
  })
  const cookies = entered.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  return cookies.join('; ')
}

/** What she asks from then on. */
export async function ownerAt(site: Pick<Site, 'port'>) {
  const address = `http://127.0.0.1:${site.port}`
  const cookie = await cookieAt(site)
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(address + path, {
      method,
      headers: { ...asJson, cookie, ...headers },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

/** The book a site gives away, as `makeEpub` makes it. */
export const freeBook = { title: 'Lanterns', file: 'lanterns.epub' }

/** That one, and the advance copy of another. */
export async function giveAway(owner: Awaited<ReturnType<typeof ownerAt>>): Promise<void> {
  const { id: free } = await owner('POST', '/api/owner/books', { title: freeBook.title, isHidden: true })
  const { id: advance } = await owner('POST', '/api/owner/books', { title: 'The Last Pilot' })
  await owner('PUT', '/api/owner/shelves/roles', { advance, free })
}

/** Opens a page of the desk and waits until it is awake. */
export async function openDesk(page: Page, { address }: Pick<Site, 'address'>, path: string) {
  const response = await page.goto(address + path)
  await awake(page)
  return response
}

/** The same page anew, and awake: until then it shows everything and hears no key. */
export async function reloadDesk(page: Page) {
  await page.reload()
  await awake(page)
}

const hasReact = () =>
  Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactProps'))

export const isAwake = (page: Page) => page.evaluate(hasReact)

/** The scripts have taken over once React has put its marks on the heading, and then has nothing left to do. */
export async function awake(page: Page) {
  await page.waitForFunction(hasReact)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}
