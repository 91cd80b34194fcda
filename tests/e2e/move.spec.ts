import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'
import { kills } from '../support/long-run.ts'
import { begin, run } from './commands.ts'
import { cookieAt, startOwnedSite } from './owner.ts'
import { places } from './places.ts'
import { type Acknowledged, beginWriting, expectNothingLost } from './writers.ts'

/** A SQLite site with readers in it, stopped, and an empty database beside it. */
async function openBoth() {
  const place = await places.PostgreSQL?.()
  if (!place) throw new Error('there is no PostgreSQL')
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = '' } = place.env
  const sqlite = { DATA_DIR: dataDir, DATABASE_URL: '' }
  const site = await startOwnedSite(sqlite)
  const acknowledged: Acknowledged = { signups: new Set(), messages: new Set() }
  const writing = beginWriting(`http://127.0.0.1:${site.port}`, acknowledged, 'move')
  await writing.bothHeard
  await expect.poll(() => acknowledged.signups.size, { timeout: 0, intervals: [50] }).toBeGreaterThan(50)
  await writing.end()
  await site.stop()
  const ask = async (statement: string) => {
    const database = new DatabaseSync(join(dataDir, 'frontispiece.db'))
    const rows = database.prepare(statement).all() as Record<string, string | null>[]
    database.close()
    return rows
  }
  const here = { ...place, env: sqlite, ask }
  return { place, here, dataDir, databaseUrl, acknowledged }
}

test('a move that is killed at any moment leaves a site that is whole, and is done at the next try', async () => {
  const { place, here, dataDir, databaseUrl, acknowledged } = await openBoth()
  const began = performance.now()
  expect(await run(here.env, 'move', '--to', databaseUrl)).toMatchObject({ code: 0 })
  const longest = performance.now() - began
  let isOnPostgres = true
  let finishedBefore = 0
  for (let kill = 0; kill < kills; kill++) {
    const [from, to, target] = isOnPostgres ? [place, here, 'sqlite'] : [here, place, databaseUrl]
    const { child, ended } = begin(from.env, 'move', '--to', target)
    await wait(Math.random() * longest)
    child.kill('SIGKILL')
    await ended
    const again = await run(from.env, 'move', '--to', target)
    if (again.code !== 0) finishedBefore++
    expect(again.said).toMatch(/The site is on|There is no site to be moved/)
    await expectNothingLost(to, acknowledged)
    isOnPostgres = !isOnPostgres
  }
  console.log(`${kills} moves killed, ${finishedBefore} of them were through`)
  const there = isOnPostgres ? place : here
  const site = await startSite({ ...there.env })
  expect(await cookieAt(site)).toContain('sid=')
  await site.stop()
  expect(readdirSync(dataDir).some((name) => name.startsWith('before-move-'))).toBe(true)
  await place.remove()
})

test('an export is made while the site runs', async () => {
  const site = await startOwnedSite()
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-export-'))
  const made = await run({ DATA_DIR: site.dataDir }, 'export', join(folder, 'mine.zip'))
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('addresses of your readers') })
  expect(readdirSync(folder)).toEqual(['mine.zip'])
  for (const wrong of [
    ['move', 'sqlite'],
    ['move', '--to'],
  ]) {
    expect((await run({ DATA_DIR: site.dataDir }, ...wrong)).code, wrong.join(' ')).toBe(64)
  }
  await site.stop()
  rmSync(folder, { recursive: true })
})
