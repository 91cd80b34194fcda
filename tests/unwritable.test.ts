import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpOwner } from './support/browser.ts'
import { postgresUrl } from './support/database.ts'
import { createTestApp } from './support/test-app.ts'

const nothingNew = 'The site cannot keep anything new at the moment. Please try again later.'
const message = { name: 'Ada Reader', email: 'ada@home.example', message: 'Which door is it, in the end?' }

/** SQLite says the same of a file on a disk that was mounted to be read only. */
async function createReadOnlyApp() {
  const app = await createTestApp()
  const owner = await setUpOwner(app)
  await sql`pragma query_only = on`.execute(app.db)
  return { app, owner, answer: await app.post('/api/contact', message) }
}

describe.runIf(!postgresUrl)('a database that cannot be written any more', () => {
  test('is told to whoever writes, with 503 and in words, and her words stay in the form; pages go on', async () => {
    const { app, answer } = await createReadOnlyApp()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '600'])
    expect(await answer.json()).toMatchObject({ code: 'busy', message: nothingNew })
    const form = await app.postForm('/contact', message)
    expect(form.status).toBe(503)
    const page = await form.text()
    expect(page).toContain(nothingNew)
    expect(page).toContain(message.message)
    for (const path of ['/', '/blog', '/api/blog']) expect((await app.request(path)).status).toBe(200)
  })

  test('is told by readiness, by the log once, and to the owner at the desk', async () => {
    const { app, owner } = await createReadOnlyApp()
    await app.post('/api/contact', message)
    await app.work().catch(() => {})
    const ready = await app.request('/readyz')
    expect([ready.status, await ready.text()]).toEqual([503, 'the data folder cannot be written'])
    const told = app.logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
    expect(told.map(({ event }) => event)).toEqual(['the data folder cannot be written'])
    expect(await (await owner.get('/admin/settings')).text()).toContain('The site may not write to its data folder.')
  })
})
