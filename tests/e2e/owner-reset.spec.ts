import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { nothingConfigured } from '../../scripts/site-process.mjs'
import { plenty } from '../support/long-run.ts'
import { disown, test } from './desk-site.ts'
import { email, openDesk, password, startOwnedSite } from './owner.ts'

/** What `npm run owner:reset` runs once everything is built. */
async function ownerReset(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['dist/server/main.js', 'owner-reset'], {
    env: { ...process.env, ...nothingConfigured, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

const pathIn = (words: string) => words.match(/\/admin\/setup\?token=[\w-]{22}/)?.[0] ?? ''

test('while the site runs, a link from its own terminal sets a new password, once', async ({ page, borrow }) => {
  const site = await borrow(startOwnedSite({ RATE_LIMIT: 'on' }))
  const words = await ownerReset({ DATA_DIR: site.dataDir, PORT: String(site.port) })
  expect(words).toContain('Open this within 15 minutes')
  expect(words).toContain(`${site.address}/admin/setup?token=`)
  const path = pathIn(words)

  await openDesk(page, site, path)
  await expect(page.getByRole('heading', { level: 1, name: 'A new key' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password').fill('the cellar door was never shut')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page).toHaveURL(`${site.address}/admin`)
  expect((await page.goto(site.address + path))?.status()).toBe(404)

  await page.context().clearCookies()
  await openDesk(page, site, '/admin/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('That email and password do not match.')).toBeVisible()
  await page.getByLabel('Password').fill('the cellar door was never shut')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site.address}/admin`)
  await openDesk(page, site, '/admin/settings')
  await expect(page.getByText('A reset link was made on the server')).toBeVisible()
  await expect(page.getByText('The password was reset with a link from the server')).toBeVisible()
})

test('of several who ask for a link at once every one gets a link, and the site goes on answering', {
  tag: '@long',
}, async ({ site }) => {
  const askers = plenty(5, 3)
  const words = await Promise.all(Array.from({ length: askers }, () => ownerReset({ DATA_DIR: site.dataDir })))
  const tokens = words.map((answer) => new URL(pathIn(answer), site.address).searchParams.get('token'))
  expect(new Set(tokens).size).toBe(askers)
  const answers = await Promise.all(
    tokens.map((token, number) =>
      fetch(`${site.address}/api/auth/setup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, password: `the door was shut ${number} times` }),
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('where there is no site yet, it says so', { tag: '@long' }, async () => {
  expect(await ownerReset({ DATA_DIR: '/nowhere-at-all' })).toBe(
    'There is no site in /nowhere-at-all yet. Start it once, or set DATA_DIR.\n',
  )
})

test('before there is an owner it prints a link that sets the site up', { tag: '@long' }, async ({ page, site }) => {
  disown(site)
  const words = await ownerReset({ DATA_DIR: site.dataDir })
  expect(words).toContain('an hour to set the site up')
  await openDesk(page, site, pathIn(words))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Set Up' }).click()
  await expect(page).toHaveURL(`${site.address}/admin/welcome`)
})

test('OWNER_PASSWORD alone, or one that is too short, stops the start with a sentence', { tag: '@long' }, async () => {
  for (const [env, sentence] of [
    [{ OWNER_PASSWORD: password }, 'OWNER_PASSWORD: means nothing without OWNER_EMAIL beside it'],
    [{ OWNER_EMAIL: email, OWNER_PASSWORD: 'seven77' }, 'OWNER_PASSWORD: must be at least 8 characters'],
  ] as const) {
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      env: { ...process.env, ...nothingConfigured, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = new Promise((resolve) => child.once('exit', resolve))
    expect(await text(child.stdout)).toContain(sentence)
    expect(await exit).toBe(78)
  }
})
