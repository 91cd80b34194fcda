import { expect, test } from 'vitest'
import { ownerEmail, setUpOwner } from '#tests/support/browser.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const filename = 'true-veil-blues.epub'

test.each([
  ['', {}],
  [', though her notices go elsewhere', { OWNER_EMAIL: 'notices@home.example' }],
])('the author who tries the way out of her own test gets the next test all the same%s', async (_, env) => {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { SMTP_URL: smtp.url, RATE_LIMIT: 'off', ...env } })
  const owner = await setUpOwner(app)
  const test = () => owner.post('/api/send-download-email', { email: ownerEmail, filename })
  await test()
  await app.work()
  const [wayOut = ''] = smtp.received[0]?.mail.text?.match(/\/unsubscribe\/\S+/) ?? []
  expect((await app.postForm(wayOut, {})).status).toBe(200)
  expect((await test()).status).toBe(200)
  await app.work()
  expect(smtp.received).toHaveLength(2)
})

test('one reader is written to once by two windows that send her the book at once', async () => {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { SMTP_URL: smtp.url } })
  const owner = await setUpOwner(app)
  const press = () => owner.post('/api/send-download-email', { email: 'ada@home.example', filename })
  const answers = await Promise.all([press(), press()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await app.work()
  expect(smtp.received).toHaveLength(1)
})
