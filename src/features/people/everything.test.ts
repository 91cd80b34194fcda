import { expect, test } from 'vitest'
import { openServices, recorded, secrets } from '#tests/support/mail-services.ts'
import { startMailerLite } from '#tests/support/mailerlite.ts'
import { dump, openPeople } from '#tests/support/people.ts'
import { filename } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'

const ada = 'ada@home.example'
const basis = 'She signed my list at the ferry.'

/** Ada has done, and was done to, whatever can be done here; Ben has as well. */
async function openFullHouse() {
  const smtp = await startSmtp()
  const provider = await startMailerLite()
  const key = { MAILERLITE_API_KEY: 'a-key', MAILERLITE_API_URL: `${provider.url}/` }
  const desk = await openPeople({ SMTP_URL: smtp.url, MAIL_RATE: '500', DOUBLE_OPT_IN: 'off', ...key, ...secrets })
  const { app, owner, list, join, askForArc } = desk
  for (const name of ['Ada', 'Ben']) {
    const email = `${name}@Home.example`
    const small = email.toLowerCase()
    await owner.post('/api/owner/people/import', { csv: `Email,Name,Tags\n${email},${name} Canary,ferry\n`, basis })
    await app.work()
    await join(email, { name: `${name} Canary` })
    await askForArc(email, { name: `${name} Canary` })
    await app.post('/api/contact', { name: `${name} Canary`, email, message: `It was ${name} who missed the ferry.` })
    await owner.post('/api/voracious-readers-subscribers', { subscribers: [email], basis })
    await owner.post('/api/send-bulk-download-emails', { subscribers: [small], filename })
    await owner.post('/api/send-download-email', { email, filename: 'another.epub' })
    await owner.post('/api/generate-download-link', { email, filename })
    await app.work()
    const { id } = (await list(`?q=${small}`)).people[0] ?? {}
    await owner.put(`/api/owner/subscribers/${id}/tags`, { tags: [`friend of ${name}`] })
    provider.asksFirst = true
    await owner.post('/api/mailerlite/sync-voracious-readers')
    // What the mail server says of her letter holds her address, and so does what waits to be sent again.
    smtp.refuse = (to) => ({ code: 451, words: `4.2.1 <${to}> is busy` })
    await owner.post('/api/send-download-email', { email, filename })
    await app.work()
    smtp.refuse = () => undefined
    await openServices(app).brevo(recorded('brevo-soft-bounce.json', { reader: email }))
    app.passTime(1_000)
  }
  await app.post('/api/newsletter/signup', { email: 'ADA@home.example', name: 'Ada Canary' })
  return { ...desk, reader: (await list(`?q=${ada}`)).people[0] }
}

/** Every row, of whatever table, in which this stands. */
async function rowsWith(app: Parameters<typeof dump>[0], ...words: string[]): Promise<Record<string, unknown>[]> {
  const tables: Record<string, unknown>[][] = JSON.parse(await dump(app))
  const says = (row: object) => words.some((word) => JSON.stringify(row).toLowerCase().includes(word))
  return tables.flat().filter(says)
}

test('what is exported of a person is every row of every table that names her, and nothing of anybody else', async () => {
  const { app, owner, reader } = await openFullHouse()
  const text = await (await owner.request(`/api/owner/subscribers/${reader?.id}/everything`)).text()
  const hers = await rowsWith(app, ada, reader?.id ?? '')
  expect(hers.length).toBeGreaterThan(15)
  const said = JSON.stringify(JSON.parse(text))
  const missing = hers.filter((row) => {
    const { id, tag, errors } = row
    // What a sync could not do is one line for each reader, and of those hers.
    const sign = errors ? ada : (id ?? tag)
    return !said.includes(JSON.stringify(sign).slice(1, -1))
  })
  expect(missing).toEqual([])
  expect(said.toLowerCase()).not.toMatch(/ben@|ben canary|friend of ben/)
})

test('whoever is erased is in no row of any table, by address, by name or by number; whoever is not still is', async () => {
  const { app, owner, reader } = await openFullHouse()
  const before = (await rowsWith(app, 'ben@home.example')).length
  expect((await owner.delete(`/api/owner/subscribers/${reader?.id}`)).status).toBe(200)
  expect(await rowsWith(app, 'ada@', 'ada canary', 'it was ada who missed', 'friend of ada', reader?.id ?? '')).toEqual(
    [],
  )
  expect(await rowsWith(app, 'ben@home.example')).toHaveLength(before)
})

test('one screen shows all of hers: what she agreed to, letters, books fetched or not, and what she wrote', async () => {
  const { reader, person } = await openFullHouse()
  const { tags, consents, lines, hasAskedForArc } = await person(reader?.id)
  expect([tags, hasAskedForArc]).toEqual([['friend of Ada'], true])
  expect(consents.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'Brought onto the newsletter',
      'Became one of your voracious readers',
      'Asked for the advance copy',
    ]),
  )
  const names = new Set(lines.map(({ name }) => name))
  expect([...names]).toEqual(expect.arrayContaining(['letters', 'links', 'messages']))
  expect(lines.map(({ what }) => what)).toEqual(expect.arrayContaining([`A link to ${filename}`, 'A message to you']))
})
