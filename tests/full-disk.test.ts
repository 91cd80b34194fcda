import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createReserve } from '#server/reserve.ts'
import { createStorageHealth, stateOf } from '#server/storage-health.ts'
import { openBrowser, setUpOwner } from '#tests/support/browser.ts'
import { postgresUrl } from '#tests/support/database.ts'
import { ownFolder } from '#tests/support/folder.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const noRoom = 'The site has no room left to keep anything new. Please try again later.'
const message = (length: number, email = 'ada@home.example') => ({
  name: 'Ada Reader',
  email,
  message: 'Which door? '.repeat(length / 12),
})

/** SQLite says the same at the last page it may use as at the last byte of a disk. Readers fill what is left. */
async function createFullApp() {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  await setUpOwner(app)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(app.db)
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 20}`).execute(app.db)
  for (let count = 0; ; count++) {
    const answer = await app.post('/api/contact', message(4_800, `reader${count}@home.example`))
    if (!answer.ok) return { ...app, answer }
  }
}

describe.runIf(!postgresUrl)('a disk that is full', () => {
  test('is told to whoever writes, with 503 and in words, and her words stay in the form', async () => {
    const { answer, postForm, post, request } = await createFullApp()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '600'])
    expect(await answer.json()).toMatchObject({ code: 'busy', message: noRoom })
    expect((await post('/api/newsletter/signup', { email: 'grace@home.example' })).status).toBe(503)
    const form = await postForm('/contact', message(24))
    expect(form.status).toBe(503)
    const page = await form.text()
    expect(page).toContain(noRoom)
    expect(page).toContain(message(24).message)
    expect((await request('/blog')).status).toBe(200)
  })

  test('is told by readiness, and by the log once, with its true cause', async () => {
    const { request, post, logged, work } = await createFullApp()
    for (let count = 0; count < 5; count++) await post('/api/contact', message(4_800))
    await work().catch(() => {})
    const ready = await request('/readyz')
    expect([ready.status, await ready.text()]).toEqual([503, 'the disk is full'])
    const told = logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
    expect(told.map(({ event, error }) => [event, error.message])).toEqual([
      ['the disk is full', 'database or disk is full'],
    ])
  })

  test('lets the owner in, tells her at the desk, and leaves the last room to her', async () => {
    const app = await createFullApp()
    const browser = openBrowser(app)
    expect((await browser.signIn()).status).toBe(200)
    expect((await (await browser.get('/api/auth/session')).json()).warning).toMatch(/^The disk is full\./)
    expect(await (await browser.get('/admin/settings')).text()).toContain('The disk is full.')
    // As many pages as a reserve would have freed.
    await sql`pragma max_page_count = 100000`.execute(app.db)
    const { messages } = await (await browser.get('/api/owner/messages')).json()
    expect((await browser.delete(`/api/owner/messages/${messages[0].id}`, {})).ok).toBe(true)
    expect((await app.post('/api/contact', message(24))).status).toBe(503)
  })
})

describe.runIf(postgresUrl)('a PostgreSQL whose disk is full', () => {
  test('is full for readiness until a write goes through, which readiness tries by itself', async () => {
    const { db, request } = await createTestApp()
    const ready = async () => [(await request('/readyz')).status, await (await request('/readyz')).text()]
    await sql`create function no_room() returns trigger as $$ begin raise sqlstate '53100'; end $$ language plpgsql`.execute(
      db,
    )
    await sql`create trigger filled before insert or update on site_facts for each row execute function no_room()`.execute(
      db,
    )
    await expect(sql`do $$ begin raise sqlstate '53100'; end $$`.execute(db)).rejects.toThrow(noRoom)
    expect(await ready()).toEqual([503, 'the disk is full'])
    await sql`drop trigger filled on site_facts`.execute(db)
    expect(await ready()).toEqual([200, 'ok'])
  })
})

describe('the reserve', () => {
  test('is room that is kept, given up when the disk is full, and kept again once there is room', async () => {
    const dataDir = ownFolder()
    const health = createStorageHealth()
    const reserve = createReserve(dataDir, health)
    const file = join(dataDir, 'reserve')
    const stop = reserve.start()
    await expect.poll(() => statSync(file).size).toBe(4 * 1024 * 1024)
    health.note('full', new Error(stateOf.full))
    expect(existsSync(file)).toBe(false)
    await reserve.look()
    expect([existsSync(file), health.ailment()]).toEqual([true, null])
    await stop()
  })
})
