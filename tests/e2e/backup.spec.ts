import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'
import { makeEpub } from '../support/epub.ts'
import { isLongRun, kills, plenty } from '../support/long-run.ts'
import { begin, run } from './commands.ts'
import { cookieAt, ownerAt, startOwnedSite } from './owner.ts'
import { type Place, places } from './places.ts'
import { type Acknowledged, beginWriting, expectNothingLost } from './writers.ts'

const rounds = plenty(20, 1)
const writers = 24

const folder = () => mkdtempSync(join(tmpdir(), 'frontispiece-backup-'))

for (const [engine, openPlace] of Object.entries(places)) {
  test(`${engine}: a backup made while readers write is one moment, with all that was acknowledged before it; killed, neither it nor a restore leaves half a file or half a site`, async () => {
    const place = await openPlace()
    const { DATA_DIR: dataDir = '' } = place.env
    const site = await startOwnedSite({ ...place.env })
    const owner = await ownerAt(site)
    await owner('PUT', '/api/files/lanterns.epub', makeEpub(5_000_000))
    for (let round = 0; round < rounds; round++) {
      const target = await openPlace()
      const acknowledged: Acknowledged = { signups: new Set(), messages: new Set() }
      const count = () => acknowledged.signups.size + acknowledged.messages.size
      const since = performance.now()
      const writing = beginWriting(`http://127.0.0.1:${site.port}`, acknowledged, String(round), writers)
      await writing.bothHeard
      await expect.poll(count, { timeout: 0, intervals: [50] }).toBeGreaterThan(100)
      const before = { signups: new Set(acknowledged.signups), messages: new Set(acknowledged.messages) }
      const whole = join(dataDir, 'backups', `whole-${round}.fpbackup`)
      const made = await run(place.env, 'backup', whole)
      expect(made).toMatchObject({ code: 0, said: expect.stringContaining(`The backup is in ${whole}: `) })
      await writing.end()
      const perSecond = Math.round(count() / ((performance.now() - since) / 1_000))

      expect(await run(target.env, 'restore', whole)).toMatchObject({ code: 0 })
      await expectNothingLost(target, before)
      const filesIn = (folder = '') =>
        readdirSync(join(folder, 'files')).map((name) => readFileSync(join(folder, 'files', name)))
      expect(filesIn(target.env.DATA_DIR)).toEqual(filesIn(dataDir))
      console.log(`${engine}: one moment of ${count()} writes, at ${perSecond} a second`)
      await target.remove()
    }
    await site.stop()
    const whole = join(dataDir, 'backups', 'whole-0.fpbackup')
    if (engine === 'SQLite' || isLongRun) await killMany(place, whole, openPlace)
    await place.remove()
  })
}

/** Of a backup, then of a restore. On PostgreSQL in the long run only: a restore there changes places in one transaction. */
async function killMany(place: Place, whole: string, openPlace: () => Promise<Place>) {
  const began = performance.now()
  expect(await run(place.env, 'verify', whole)).toMatchObject({ code: 0 })
  const longest = performance.now() - began

  for (let kill = 0; kill < kills; kill++) {
    const file = whole.replace('whole-0', `killed-${kill}`)
    const { child, ended } = begin(place.env, 'backup', file)
    await wait(Math.random() * longest)
    child.kill('SIGKILL')
    await ended
    if (existsSync(file)) expect(await run(place.env, 'verify', file), file).toMatchObject({ code: 0 })
  }
  for (let kill = 0; kill < kills; kill++) {
    const target = await openPlace()
    const { child, ended } = begin(target.env, 'restore', whole)
    // The last part, in which it changes places, is short: every other kill waits for it.
    if (kill % 2 === 0) await wait(Math.random() * longest)
    else await untilItChanges(target.env, ended)
    child.kill('SIGKILL')
    await ended
    // Whatever was left: it can be done again, and then it is a site, with the password she had.
    expect(await run(target.env, 'restore', whole, '--force')).toMatchObject({ code: 0 })
    if (kill === 0) {
      const again = await startSite({ ...target.env })
      expect(await cookieAt(again)).toContain('sid=')
      await again.stop()
    }
    await target.remove()
  }
}

/** Until the mark is there that is made before the first file changes its place; or it is over already. */
async function untilItChanges(env: Record<string, string>, ended: Promise<unknown>) {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver && !existsSync(join(env.DATA_DIR ?? '', 'restore-unfinished'))) await wait(0)
}

/** Ends the process, as a crash would, once the first of what changes places has done so. */
const dyingWithin = `
  const { existsSync, promises } = require('node:fs')
  const { rename } = promises
  promises.rename = async (...names) => {
    const isWithin = existsSync(process.env.DATA_DIR + '/restore-unfinished')
    await rename(...names)
    if (isWithin) process.kill(process.pid, 'SIGKILL')
  }
  require('node:module').syncBuiltinESMExports()`

test('no site starts where a restore was cut short, until it was done again', async () => {
  const dataDir = folder()
  const site = await startOwnedSite({ DATA_DIR: dataDir })
  await site.stop()
  const file = join(dataDir, 'backups', 'whole.fpbackup')
  expect(await run({ DATA_DIR: dataDir }, 'backup', file)).toMatchObject({ code: 0 })
  const target = folder()
  rmSync(target, { recursive: true })
  const script = join(dataDir, 'dying-within.cjs')
  writeFileSync(script, dyingWithin)
  const { child, ended } = begin({ DATA_DIR: target, NODE_OPTIONS: `--require=${script}` }, 'restore', file, '--force')
  await ended
  expect([child.signalCode, existsSync(join(target, 'restore-unfinished'))]).toEqual(['SIGKILL', true])
  const refused = await run({ DATA_DIR: target, PORT: '0' })
  expect(refused).toMatchObject({ code: 78, said: expect.stringContaining('was cut short. Do it once more') })
  expect(await run({ DATA_DIR: target }, 'restore', file, '--force')).toMatchObject({ code: 0 })
  const again = await startSite({ DATA_DIR: target })
  await again.stop()
  rmSync(dataDir, { recursive: true })
  rmSync(target, { recursive: true })
})

test('what root brings back and backs up is the service’s, and what its user may not reach is told', async () => {
  test.skip(process.getuid?.() !== 0, 'only root can stand in for somebody else')
  const service = 65_534
  const [dataDir, roots] = [folder(), folder()]
  const file = join(dataDir, 'backups', 'whole.fpbackup')
  const first = await startOwnedSite({ DATA_DIR: dataDir })
  await first.stop()
  expect(await run({ DATA_DIR: dataDir }, 'backup', file)).toMatchObject({ code: 0 })
  const target = folder()
  chownSync(target, service, service)
  const env = { DATA_DIR: target, BACKUP_PASSPHRASE: '' }
  const hidden = await run(env, 'restore', file)
  expect(hidden).toMatchObject({ code: 1, said: expect.stringContaining(`may not read ${file}`) })
  chmodSync(dataDir, 0o755)
  chmodSync(join(dataDir, 'backups'), 0o755)
  chmodSync(file, 0o644)
  expect(await run(env, 'restore', file)).toMatchObject({ code: 0 })
  expect(await run(env, 'backup')).toMatchObject({ code: 0 })
  expect(await run(env, 'owner-reset')).toMatchObject({ code: 0 })
  const found = readdirSync(target, { recursive: true, encoding: 'utf8' })
  expect(found.filter((name) => statSync(join(target, name)).uid !== service)).toEqual([])
  const refused = await run(env, 'export', join(roots, 'everything.zip'))
  expect(refused.said).toMatch(new RegExp(`^The user of the data folder, .* may not write to ${roots}.*\\n$`))
  const secret = join(roots, 'passphrase')
  writeFileSync(secret, 'a long walk to the well', { mode: 0o600 })
  const unread = await run({ DATA_DIR: target, BACKUP_PASSPHRASE_FILE: secret }, 'doctor')
  expect(unread).toMatchObject({ code: 78, said: expect.stringContaining(`${secret} may not be read by this user`) })
  const again = await startSite({ ...env }, service)
  await again.stop()
  for (const place of [dataDir, roots, target]) rmSync(place, { recursive: true })
})

test('outside the data folder one is written with a passphrase only, and a wrong call says how it is meant', async () => {
  const dataDir = folder()
  const site = await startOwnedSite({ DATA_DIR: dataDir })
  const outside = join(folder(), 'site.fpbackup')
  const refused = await run({ DATA_DIR: dataDir }, 'backup', outside)
  expect([refused.code, existsSync(outside)]).toEqual([1, false])
  expect(refused.said).toContain('Set BACKUP_PASSPHRASE')
  const sealed = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: 'the heron stands in the reeds' }
  expect(await run(sealed, 'backup', outside)).toMatchObject({ code: 0 })
  expect(readFileSync(outside).includes('owner@home.example')).toBe(false)
  expect(await run(sealed, 'verify', outside)).toMatchObject({
    code: 0,
    said: expect.stringContaining('This backup is whole'),
  })
  expect(await run({ DATA_DIR: dataDir }, 'verify', outside)).toMatchObject({ code: 1 })
  // The site runs, so nothing is brought back into its place.
  const busy = await run(sealed, 'restore', outside, '--force')
  expect(busy).toMatchObject({
    code: 78,
    said: expect.stringContaining('Another Frontispiece is using the data folder'),
  })
  for (const wrong of [
    ['verify'],
    ['restore'],
    ['restore', outside, '--forse'],
    ['backup', '--force'],
    ['backup', 'a', 'b'],
  ]) {
    expect((await run(sealed, ...wrong)).code, wrong.join(' ')).toBe(64)
  }
  await site.stop()
})

test('the site makes one when she asks, in a process of its own, and tells how far it is', async () => {
  const site = await startOwnedSite()
  const owner = await ownerAt(site)
  await owner('PUT', '/api/files/lanterns.epub', makeEpub(30_000_000))
  expect(await owner('POST', '/api/owner/backups')).toMatchObject({ running: 0, last: null })
  await expect.poll(async () => (await owner('GET', '/api/owner/backups')).last, { timeout: 0 }).not.toBeNull()
  const { last, trouble, running, kept } = await owner('GET', '/api/owner/backups')
  expect([trouble, running, kept.length, last.files, last.missing]).toEqual([null, null, 1, 1, 0])
  expect(last.bytes).toBeGreaterThan(30_000_000)
  const path = join(site.dataDir, 'backups', last.name)
  expect(await run({ DATA_DIR: site.dataDir }, 'verify', path)).toMatchObject({ code: 0 })

  // Asked to leave in the middle of another, it leaves in order, takes that process along, and calls nothing a fault.
  await owner('POST', '/api/owner/backups')
  site.child.kill()
  const [code] = await once(site.child, 'exit')
  expect(code).toBe(0)
  const again = await startSite({ DATA_DIR: site.dataDir })
  const state = await (await ownerAt(again))('GET', '/api/owner/backups')
  expect([state.trouble, state.running]).toEqual([null, null])
  // The other may have been done by the time it was asked to leave.
  expect([1, 2]).toContain(state.kept.length)
  await again.stop()
  await site.stop()
})
