import { expect, test } from 'vitest'
import { filename } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'

test('a letter to the list names the list and what it is to be counted with; a notice to the author names neither', async () => {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { SMTP_URL: smtp.url, DOUBLE_OPT_IN: 'off' } })
  const owner = await app.asOwner()
  await app.post('/api/newsletter/signup', { email: 'ada@home.example', source: 'home' })
  await app.post('/api/contact', { name: 'Ada', email: 'ada@home.example', message: 'Are you well, out there?' })
  await app.work()
  const subscribers = ['bea@home.example']
  await owner.post('/api/voracious-readers-subscribers', { subscribers, basis: 'Asked at a reading' })
  const sent = await owner.post('/api/send-bulk-download-emails', { subscribers, filename })
  const { campaignId } = await sent.json()
  const headers = smtp.received.map(({ to: [to], mail }) => {
    const [list, feedback] = ['list', 'feedback-id'].map((name) => mail.headers.get(name))
    return [to, list && Reflect.get(Object(list), 'id'), feedback]
  })
  expect(headers.sort()).toEqual([
    ['ada@home.example', { name: 'letters.author.example' }, 'newsletter.welcome:author-example'],
    ['bea@home.example', { name: 'letters.author.example' }, `${campaignId}:campaigns.book:author-example`],
    ['owner@home.example', undefined, undefined],
  ])
})

test('who sends is said in five to fifteen letters, whatever the site is called', async () => {
  for (const [site, sender] of [
    ['https://a.io', 'a-io-'],
    ['https://the-very-long-name-of-an-author.example', 'the-very-long-n'],
  ]) {
    const smtp = await startSmtp()
    const app = await createTestApp({ env: { SMTP_URL: smtp.url, DOUBLE_OPT_IN: 'off', SITE_URL: site ?? '' } })
    await app.post('/api/newsletter/signup', { email: 'ada@home.example', source: 'home' })
    await app.work()
    expect(smtp.received[0]?.raw).toContain(`newsletter.welcome:${sender}\r\n`)
  }
})
