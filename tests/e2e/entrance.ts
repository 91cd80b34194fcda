import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, type Locator, type Page } from '@playwright/test'
import { spawnSite } from '../../scripts/site-process.mjs'

export const email = 'owner@home.example'
export const password = 'a long walk to the well'

/** A site of the test's own at its very first start: what it says, and where it is. */
export async function startEmptySite(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontispiece-owner-'))
  const child = spawnSite({ DATA_DIR: dataDir, ...env })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (lines.length === 2) break
  }
  const [ready = '', second = ''] = lines
  return {
    origin: ready.match(/http:\S+/)?.[0] ?? '',
    link: second.match(/http:\S+/)?.[0] ?? '',
    dataDir,
    stop() {
      child.kill()
      child.once('exit', () => rmSync(dataDir, { recursive: true }))
    },
  }
}

export type EmptySite = Awaited<ReturnType<typeof startEmptySite>>

/** Makes the site this owner's, without a browser. */
export async function setUp({ link, origin }: EmptySite) {
  const token = new URL(link).searchParams.get('token')
  const response = await fetch(`${origin}/api/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email, password }),
  })
  expect(response.status).toBe(201)
}

/** Opens a page of the desk and waits until it is awake. */
export async function openDesk(page: Page, address: string) {
  const response = await page.goto(address)
  await awake(page)
  return response
}

/** The scripts have taken over once React has put its marks on the document's elements. */
export async function awake(page: Page) {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))
}

export async function signIn(page: Page, origin: string) {
  await openDesk(page, `${origin}/admin/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** With the Tab key alone. */
export async function tabTo(page: Page, target: Locator) {
  for (let count = 0; count < 60; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not lead there')
}
