import { expect, type Locator, type Page } from '@playwright/test'

export const signupCall = '**/api/newsletter/signup'
export const contactCall = '**/api/contact'

/** An address nobody else in the tests uses. */
export function someone(): string {
  return `reader-${crypto.randomUUID()}@mail.example`
}

/** The one notice on the screen says this, title and text. */
export async function expectNotice(page: Page, title: string, description: string) {
  const notice = page.getByRole('region', { name: 'Notifications (F8)' }).locator('li')
  await expect(notice.getByText(title, { exact: true })).toBeVisible()
  await expect(notice.getByText(description, { exact: true })).toBeVisible()
  return notice
}

/** Sends away the notice on the screen: the next one with the same words is another. */
export async function closeNotice(page: Page) {
  await page.getByRole('button', { name: 'Close notification' }).click()
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).locator('li')).toHaveCount(0)
}

/** Holds a call until it is released; then it goes to the server after all, or to whoever answers in its place. */
export async function hold(page: Page, call: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(call, async (route) => {
    await held
    await route.fallback()
  })
  return release
}

/** The server refuses a call, in its own words or with none. */
export async function refuse(page: Page, call: string, status: number, body: object | string) {
  await page.route(call, (route) =>
    typeof body === 'string' ? route.fulfill({ status, body }) : route.fulfill({ status, json: body }),
  )
}

/** The server answers as one does where addresses are confirmed. */
export async function confirmAddresses(page: Page) {
  await page.route(signupCall, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), confirm: true } })
  })
}

/** Counts what is sent and lets it pass. */
export function watchCalls(page: Page, path: string): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) bodies.push(request.postDataJSON())
  })
  return bodies
}

/** While a form is on its way its button says so, cannot be pressed, and has not moved. */
export async function expectPending(button: Locator, label: string, width: number | undefined) {
  await expect(button).toHaveText(label)
  await expect(button).toBeDisabled()
  await expect(button).toHaveAttribute('disabled')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  expect((await button.boundingBox())?.width).toBe(width)
}
