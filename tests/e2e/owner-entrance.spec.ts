import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'
import { widths } from '../support/long-run.ts'
import { axeFaults, axeFaultsInBothThemes } from './axe.ts'
import { tabTo } from './desk.ts'
import { disown, enter, test } from './desk-site.ts'
import { awake, email, openDesk, password } from './owner.ts'
import { insertRows, signOutEverywhere, withDatabase } from './rows.ts'
import { complaintsOf, isSideways } from './watch.ts'

test('the first start prints a link, and from there the keyboard leads in, out, in again, and back to where she was', async ({
  page,
  borrow,
}) => {
  const site = await borrow(startSite({ RATE_LIMIT: 'off' }))
  await expect.poll(() => site.said[1]).toContain(`${site.address}/admin/setup?token=`)
  const setup = site.said[1]?.match(/\/admin\/setup\?token=[\w-]{22}$/)?.[0] ?? ''
  await openDesk(page, site, setup)
  await expect(page.getByRole('heading', { level: 1, name: 'Make it yours' })).toBeVisible()
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password'))
  await page.keyboard.type(password)
  await tabTo(page, page.getByRole('button', { name: 'Set Up' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site.address}/admin/welcome`)
  await awake(page)
  await tabTo(page, page.getByRole('link', { name: 'Later' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site.address}/admin`)
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Sign Out' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site.address}/admin/sign-in`)

  await openDesk(page, site, '/admin/settings')
  await expect(page).toHaveURL(`${site.address}/admin/sign-in?next=%2Fadmin%2Fsettings`)
  await expect(page.getByRole('heading', { level: 1, name: "Owner's entrance" })).toBeVisible()
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site.address}/admin/settings`)
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()

  // The link was good once.
  expect((await page.goto(site.address + setup))?.status()).toBe(404)
  expect((await page.goto(`${site.address}/admin/setup`))?.status()).toBe(404)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the same way leads in, out, in again, and back', { tag: '@long' }, async ({ page, site }) => {
    await page.goto(site.address + disown(site))
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('passwordpassword')
    await page.getByRole('button', { name: 'Set Up' }).click()
    await expect(page.getByText('among the first passwords')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue('')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Set Up' }).click()
    await expect(page).toHaveURL(`${site.address}/admin/welcome`)
    await page.getByRole('link', { name: 'Later' }).click()
    await expect(page).toHaveURL(`${site.address}/admin`)

    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(`${site.address}/admin/sign-in`)

    await page.goto(`${site.address}/admin/messages`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('the wrong door entirely')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('That email and password do not match.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(`${site.address}/admin/messages`)
  })
})

test('an empty field gets the focus, the password can be looked at, and a wrong one leaves the address in its box', {
  tag: '@long',
}, async ({ page, site }) => {
  await openDesk(page, site, '/admin/sign-in')
  await page.getByLabel('Password').fill(password)
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  await page.keyboard.type(email)
  await page.getByLabel('Password').fill('the wrong door entirely')
  await page.getByRole('button', { name: 'Sign In' }).click()
  // It says no more than it must.
  await expect(page.getByRole('status').getByText('That email and password do not match.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site.address}/admin`)
})

test('an authenticator is set up, asked for at the door, and replaced by a recovery code', async ({ page, site }) => {
  await enter(page, site)
  await openDesk(page, site, '/admin/settings')
  await page.getByRole('button', { name: 'Set Up Authenticator' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'The secret of your authenticator as a picture' })).toBeVisible()
  const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')
  await page.getByLabel('Code').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Turn On' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await page.getByText(/^([a-z0-9]{6}-){3}[a-z0-9]{6}$/).allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I Have Kept Them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Recovery Codes' })).toBeFocused()

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(`${site.address}/admin/sign-in`)
  await awake(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code does not fit')).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site.address}/admin`)
})

test('a changed password signs every other device out, and signing out everywhere this one too', async ({
  page,
  browser,
  site,
}) => {
  await enter(page, site)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(other, site)
  await openDesk(other, site, '/admin')

  await openDesk(page, site, '/admin/settings')
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('the cellar door was never shut')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Every other device has been signed out.', { exact: true })).toBeVisible()
  await expect(page.getByText('The password was changed')).toBeVisible()

  // Her other desk is still on the screen; whatever it asks next leads to the entrance, and back from there.
  await other.getByRole('link', { name: 'Settings' }).click()
  await expect(other).toHaveURL(`${site.address}/admin/sign-in?next=%2Fadmin%2Fsettings`)
  await elsewhere.close()

  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await expect(page).toHaveURL(`${site.address}/admin/sign-in`)
  await page.goto(`${site.address}/admin`)
  await expect(page).toHaveURL(`${site.address}/admin/sign-in?next=%2Fadmin`)
})

test('a page on another site cannot make her browser act here', async ({ page, site }) => {
  await enter(page, site)
  const doors = ['/api/auth/sign-out', '/admin/sign-out', '/api/owner/security/sessions']
  const evil = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    const target = new URL(request.url ?? '/', 'http://x').searchParams.get('form')
    response.end(
      target
        ? `<form method="post" action="${site.address}${target}"></form><script>document.forms[0].submit()</script>`
        : '',
    )
  }).listen(0, '127.0.0.1')
  await once(evil, 'listening')
  const { port } = evil.address() as AddressInfo
  for (const door of doors) {
    await page.goto(`http://127.0.0.1:${port}/?form=${door}`)
    await page.waitForURL(`${site.address}${door}`)
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.evaluate(async (target) => {
      navigator.sendBeacon(target, '{}')
      await fetch(target, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }).catch(() => {})
      await fetch(target, { method: 'DELETE', credentials: 'include' }).catch(() => {})
    }, site.address + door)
  }
  evil.close()
  await page.goto(`${site.address}/admin/settings`)
  await expect(page).toHaveURL(`${site.address}/admin/settings`)
})

for (const width of widths) {
  test(`at ${width} px, dark or light as the device is: no fault that axe can find, nothing sideways, no complaint`, {
    tag: '@long',
  }, async ({ page, site }) => {
    const setup = disown(site)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    const complaints = await complaintsOf(page, /status of (400|401|404)/)
    const check = async (what: string) => {
      expect(await axeFaultsInBothThemes(page), what).toEqual([])
      expect(await isSideways(page), what).toBe(false)
    }
    await openDesk(page, site, setup)
    expect(await groundOf(page)).toBe('rgb(14, 15, 19)')
    await check('setup')
    expect(await groundOf(page)).toBe('rgb(247, 242, 232)')
    await page.getByRole('button', { name: 'Set Up' }).click()
    await expect(page.getByText('Use at least 15 characters')).toBeVisible()
    await check('setup with faults')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Set Up' }).click()
    await expect(page).toHaveURL(`${site.address}/admin/welcome`)
    // She leaves before her cookie goes: a page that still asks would find itself signed out and lead elsewhere.
    await page.goto(`${site.address}/healthz`)
    await page.context().clearCookies()
    await page.goto(site.address + setup)
    await check('a link that was used')
    await openDesk(page, site, '/admin/sign-in')
    await check('sign-in')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('the wrong door entirely')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('do not match')).toBeVisible()
    await check('sign-in refused')
    await enter(page, site)
    await openDesk(page, site, '/admin/settings')
    await check('settings')
    await page.getByRole('button', { name: 'Set Up Authenticator' }).click()
    await check('the password once more')
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Code')).toBeVisible()
    await check('the picture')
    const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')
    await page.getByLabel('Code').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn On' }).click()
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
    await check('the recovery codes')
    expect(complaints).toEqual([])
  })
}

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

/** An authenticator app in a few lines, after the standard and not after our own code. */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE((mac[19] ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('signed out in the middle of work, she signs in in another tab, and goes on where she was', {
  tag: '@long',
}, async ({ page, context, site }) => {
  await enter(page, site)
  await openDesk(page, site, '/admin/send-emails')
  await page.getByLabel('Add one person').fill('somebody@home.example')
  // What the page asks by itself is answered before.
  await expect(page.getByText('No shared link is open.')).toBeVisible()
  signOutEverywhere(site)
  // A press that can only be told by a notice, and beside it the cause that stays.
  await page.getByRole('button', { name: 'Load Subscribers' }).click()
  const inPlace = page.locator('main').getByText('You were signed out. Sign in in another tab, then try again.')
  await expect(inPlace.getByRole('link', { name: /^Sign in/ })).toHaveAttribute('target', '_blank')
  const notice = page.getByRole('region', { name: /^Notifications/ })
  await expect(notice.getByRole('link', { name: /^Sign in/ })).toHaveAttribute('href', '/admin/sign-in')
  expect(await axeFaults(page)).toEqual([])

  const opening = context.waitForEvent('page')
  await inPlace.getByRole('link', { name: /^Sign in/ }).click()
  const other = await opening
  await awake(other)
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password').fill(password)
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL(`${site.address}/admin`)
  await page.bringToFront()
  await page.getByRole('button', { name: 'Load Subscribers' }).click()
  await expect(inPlace).toHaveCount(0)
  await expect(page.getByLabel('Add one person')).toHaveValue('somebody@home.example')
})

test('a question that is refused for want of a session shows the way in, stays open, and works afterwards', {
  tag: '@long',
}, async ({ page, context, site }) => {
  const at = new Date().toISOString()
  const ada = {
    id: 'ada',
    email: 'ada@home.example',
    source: 'home',
    standing: 'pending',
    has_asked: 0,
    created_at: at,
  }
  const place = { id: 'place', person_id: 'ada', list: 'newsletter', about: '', state: 'pending', source: 'home' }
  withDatabase(site, (db) => {
    insertRows(db, 'people', [ada])
    insertRows(db, 'memberships', [{ ...place, joined_at: at }])
  })
  await enter(page, site)
  await openDesk(page, site, '/admin/subscribers')
  await page.getByRole('link', { name: ada.email }).click()
  await page.getByRole('button', { name: 'Stop writing…' }).click()
  const dialog = page.getByRole('dialog')
  signOutEverywhere(site)
  await dialog.getByRole('button', { name: 'Stop writing', exact: true }).click()
  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: /^Sign in/ }).click()
  await (await opening).close()
  await expect(dialog).toBeVisible()
  await enter(page, site)
  await dialog.getByRole('button', { name: 'Stop writing', exact: true }).click()
  await expect(page.getByText('Wants no letters, and gets none.')).toBeVisible()
})

test('a form of the settings shows the way in too, and where nothing is written the next room leads to the entrance', {
  tag: '@long',
}, async ({ page, site }) => {
  await enter(page, site)
  await openDesk(page, site, '/admin/settings')
  // What is still being asked for would lead to the entrance at once: nothing is written yet.
  await page.waitForLoadState('networkidle')
  signOutEverywhere(site)
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('another long walk to the well')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const way = page.locator('main').getByRole('link', { name: /^Sign in \(opens/ })
  await expect(way).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('another long walk to the well')
  await page.getByRole('link', { name: 'People' }).first().click()
  await expect(page).toHaveURL(`${site.address}/admin/sign-in?next=%2Fadmin%2Fsubscribers`)
})
