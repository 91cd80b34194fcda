import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'
import { expectNotice, someone } from './forms.ts'
import { open } from './open.ts'
import { test } from './worker.ts'

/** A site of our own, where addresses are confirmed, and whose letters can be read. */
let site: Awaited<ReturnType<typeof startSite>>

test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  site = await startSite({ DOUBLE_OPT_IN: 'on', SAMPLE_CONTENT: 'off' })
})
test.afterAll(() => site.stop())

/** The path a letter to this address leads to; the letter is written a moment after the answer. */
async function linkInLetter(to: string, place: 'confirm' | 'unsubscribe'): Promise<string> {
  const read = () => {
    const database = new DatabaseSync(join(site.dataDir, 'frontispiece.db'), { readOnly: true })
    const rows = database.prepare('select * from letters').all()
    database.close()
    const letter = rows.map((row) => JSON.stringify(row)).find((row) => row.includes(to) && row.includes(`/${place}/`))
    return letter?.match(new RegExp(`/${place}/[\\w.~-]+`))?.[0] ?? ''
  }
  await expect.poll(read).not.toBe('')
  return read()
}

for (const javaScriptEnabled of [true, false]) {
  // What the form does without them is asked of the site itself, in Vitest.
  const tag = javaScriptEnabled ? [] : ['@long']
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a reader joins, confirms by the button, and leaves by the button', { tag }, async ({ page }) => {
      const email = someone()
      await (javaScriptEnabled ? open(page, `${site.address}/signup`) : page.goto(`${site.address}/signup`))
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Join the List' }).click()
      await expect(page.getByRole('heading', { level: 1, name: "You're In!" })).toBeVisible()
      await expect(
        page.getByText('Check your inbox and confirm your address with the letter that is there.'),
      ).toBeVisible()
      if (javaScriptEnabled) await expectNotice(page, 'Welcome!', "You've successfully joined the mailing list.")

      await page.goto(site.address + (await linkInLetter(email, 'confirm')))
      await page.getByRole('button', { name: 'Confirm my address' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'You’re on the list.' })).toBeVisible()

      await page.goto(site.address + (await linkInLetter(email, 'unsubscribe')))
      await page.getByRole('button', { name: 'Yes, let me out' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Done. You are off the list.' })).toBeVisible()
    })
  })
}
