import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { startPostgres } from '../../scripts/postgres.mjs'
import { spawnSite, startSite } from '../../scripts/site-process.mjs'
import { kills, plenty } from '../support/long-run.ts'
import { places } from './places.ts'
import { type Acknowledged, beginWriting, expectNothingLost } from './writers.ts'

const secret = 'a key for tests only, forty characters long'
const stops = plenty(100, 1)

async function start(env: Record<string, string>) {
  const { child, port } = await startSite({ RATE_LIMIT: 'off', SECRET_KEY: secret, ...env })
  return { child, address: `http://127.0.0.1:${port}` }
}

for (const [engine, open] of Object.entries(places)) {
  test(`${engine}: ${kills} kills while readers write lose nothing that was acknowledged`, async () => {
    const place = await open()
    const acknowledged: Acknowledged = { signups: new Set(), messages: new Set() }
    for (let kill = 0; kill < kills; kill++) {
      const { child, address } = await start(place.env)
      const writing = beginWriting(address, acknowledged, String(kill))
      await writing.bothHeard
      await wait(Math.random() * 370)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await writing.end()
      expect(writing.strange).toEqual([])
    }
    const { child } = await start(place.env)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])

    if (engine === 'SQLite') expect(await place.ask('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    await expectNothingLost(place, acknowledged)
    const { signups, messages } = acknowledged
    expect(Math.min(signups.size, messages.size)).toBeGreaterThanOrEqual(kills)
    console.log(`${engine}: ${kills} kills, ${signups.size} signups and ${messages.size} messages acknowledged, 0 lost`)
    await place.remove()
  })

  test(`${engine}: a stop while readers write loses nothing and ends in order`, async () => {
    const place = await open()
    const acknowledged: Acknowledged = { signups: new Set(), messages: new Set() }
    for (let stop = 0; stop < stops; stop++) {
      const { child, address } = await start(place.env)
      const writing = beginWriting(address, acknowledged, String(stop))
      await writing.bothHeard
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      await writing.end()
      expect(writing.strange).toEqual([])
    }
    await expectNothingLost(place, acknowledged)
    expect(await place.ask(`select id from jobs where state = 'running'`)).toEqual([])
    expect(Math.min(acknowledged.signups.size, acknowledged.messages.size)).toBeGreaterThanOrEqual(stops)
    await place.remove()
  })
}

test('a second site on one data folder is turned away, and let in as soon as the first was killed', async () => {
  const { env, remove } = await places.SQLite!()
  const first = await start(env)
  const second = spawnSite(env)
  const [line] = await once(createInterface({ input: second.stdout }), 'line')
  const [code] = await once(second, 'exit')
  expect([code, line]).toEqual([
    78,
    `Another Frontispiece is using the data folder ${env.DATA_DIR}. Stop it first, or set DATA_DIR.`,
  ])
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const third = await start(env)
  third.child.kill('SIGTERM')
  await once(third.child, 'exit')
  await remove()
})

test('PostgreSQL that is restarted under load ends no site: calls say so with 503, and then all goes on', async () => {
  const postgres = await startPostgres()
  const dataDir = mkdtempSync(join(tmpdir(), 'frontispiece-durability-'))
  const { child, address } = await start({ DATABASE_URL: postgres.url, DATA_DIR: dataDir })
  // A line that has rested may be shut in the moment it is used again.
  const ask = (path: string, init: RequestInit = {}) => {
    const once = () => fetch(address + path, init)
    return once().catch(once)
  }
  const post = (path: string, body: object) =>
    ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const message = { name: 'Ada Reader', email: 'ada@home.example', message: 'Which door would you have left shut?' }
  const asks = [
    () => post('/api/contact', message),
    () => post('/api/newsletter/signup', { email: 'ada@home.example' }),
    () => post('/api/auth/sign-in', { email: 'nobody@home.example', password: 'no such password' }),
    () => ask('/api/blog/no-such-post'),
    () => ask('/readyz'),
  ]
  const met: Record<string, number> = {}
  const wordless: string[] = []
  let isOver = false
  const crowd = Array.from({ length: 15 }, async (_, number) => {
    while (!isOver) {
      const response = await asks[number % asks.length]!()
      met[response.status] = (met[response.status] ?? 0) + 1
      const words = await response.text()
      if (response.status !== 503 || response.url.endsWith('/readyz')) continue
      if (!response.headers.get('retry-after') || !words.includes('cannot reach its database')) wordless.push(words)
    }
  })
  for (let restart = 0; restart < 3; restart++) {
    const before = met[404] ?? 0
    await expect.poll(() => met[404] ?? 0).toBeGreaterThan(before + 20)
    await postgres.restart()
  }
  await postgres.halt()
  await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
  expect(await (await ask('/readyz')).text()).toBe('the database does not answer')
  expect((await asks[0]!()).status).toBe(503)
  expect((await ask('/blog')).status).toBe(503)
  expect((await ask('/healthz')).status).toBe(200)
  await postgres.resume()
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
  isOver = true
  await Promise.all(crowd)
  expect(wordless).toEqual([])
  expect(Object.keys(met).filter((status) => !['200', '201', '202', '401', '404', '503'].includes(status))).toEqual([])

  expect((await post('/api/newsletter/signup', { email: 'grace@home.example' })).status).toBeLessThan(300)
  const joined = async () => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const { rows } = await client.query("select email from people where email = 'grace@home.example'")
    await client.end()
    return rows.length
  }
  await expect.poll(joined, { timeout: 0 }).toBe(1)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  postgres.stop()
  rmSync(dataDir, { recursive: true })
})
