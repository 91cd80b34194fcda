import { expect, type Page } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'

export const email = 'owner@home.example'
export const password = 'a long walk to the well'

export type Site = Awaited<ReturnType<typeof startSite>>

/** A site of the test's own that belongs to somebody from its first start. */
export function startOwnedSite(env: Record<string, string> = {}): Promise<Site> {
  return startSite({ RATE_LIMIT: 'off', OWNER_EMAIL: email, OWNER_PASSWORD: password, ...env })
}

/** She comes in by the front door, in this browser. */
export async function signIn(page: Page, { address }: Pick<Site, 'address'>) {
  const answer = await page.context().request.post(`${address}/api/auth/sign-in`, { data: { email, password } })
  expect(answer.status()).toBe(200)
}

/** She comes in by the front door, without a browser: what she asks from then on. */
export async function ownerAt({ port }: Pick<Site, 'port'>) {
  const address = `http://127.0.0.1:${port}`
  const asJson = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const entered = await fetch(`${address}/api/auth/sign-in`, {
    method: 'POST',
    headers: asJson,
    body: JSON.stringify({ email, password }),
  })
  const cookie = entered.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(address + path, {
      method,
      headers: { ...asJson, cookie: cookie.join('; ') },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

/** Opens a page of the desk and waits until it is awake. */
export async function openDesk(page: Page, { address }: Pick<Site, 'address'>, path: string) {
  const response = await page.goto(address + path)
  await awake(page)
  return response
}

/** The scripts have taken over once React has put its marks on the heading. */
export async function awake(page: Page) {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}
