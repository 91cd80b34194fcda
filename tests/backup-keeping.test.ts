import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BackupState } from '#features/backups/contract.ts'
import { describeBackups } from '#features/backups/service.server.ts'
import { unseal } from '#server/backup/envelope.ts'
import { verifyBackup } from '#server/backup/read.ts'
import { gather } from '#server/backup/records.ts'
import { backupName } from '#server/backup/shelf.ts'
import { ownerPassword, setUpOwner } from './support/browser.ts'
import { ownFolder } from './support/folder.ts'
import { startS3 } from './support/s3.ts'
import { createTestApp } from './support/test-app.ts'

const hour = 3_600_000
const day = 24 * hour
const passphrase = 'the heron stands in the reeds'
const address = '/api/owner/backups'

/** At noon where the author lives, on a site that keeps its data in a folder. */
async function open(env: Record<string, string> = {}) {
  const dataDir = ownFolder()
  const app = await createTestApp({ env: { DATA_DIR: dataDir, ...env } })
  const state = async (): Promise<BackupState> => (await (await app.asOwner()).request(address)).json()
  const names = () => readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.fpbackup'))
  return { app, dataDir, state, names, look: app.deps.backups.look }
}

describe('by themselves', () => {
  test('one is made each night, and one a week is brought back and compared', async () => {
    const { app, state, names, look } = await open()
    await look()
    const first = await state()
    expect(first).toMatchObject({ trouble: null, running: null, isOverdue: false, place: 'folder', isSealed: false })
    expect(first.last).toMatchObject({ madeAt: '2026-01-15T12:00:00.000Z', name: names()[0] })
    expect(first.tried).toEqual({ at: '2026-01-15T12:00:00.000Z', fault: null })
    expect(first.kept.map(({ name }) => name)).toEqual(names())
    // Three at night where the author lives is eight by Greenwich.
    expect(first.nextAt).toBe('2026-01-16T08:00:00.000Z')
    app.passTime(19 * hour)
    await look()
    expect(names().length).toBe(1)
    app.passTime(2 * hour)
    await look()
    expect(names().length).toBe(2)
    expect((await state()).tried).toEqual(first.tried)
    app.passTime(7 * day)
    await look()
    expect((await state()).tried?.at).toBe('2026-01-23T09:00:00.000Z')
  })

  test('her weekly letter has a sentence on them', async () => {
    const { app, dataDir, look } = await open()
    expect(await describeBackups(app.deps)).toBe('No backup has been made yet. Your settings say more.')
    await look()
    expect(await describeBackups(app.deps)).toBe(
      'The last backup is from January 15, 2026. One was brought back and compared on January 15, 2026.',
    )
    rmSync(join(dataDir, 'backups'), { recursive: true })
    writeFileSync(join(dataDir, 'backups'), 'a file where the folder should be')
    app.passTime(day)
    await look()
    expect(await describeBackups(app.deps)).toContain('and none could be made since')
  })

  test('what is outdated goes once another is there', async () => {
    const { dataDir, names, look } = await open()
    mkdirSync(join(dataDir, 'backups'))
    for (let night = 1; night <= 20; night++) {
      const madeAt = new Date(Date.parse('2026-01-15T08:00:00Z') - night * day)
      writeFileSync(join(dataDir, 'backups', backupName(madeAt)), 'a night')
    }
    writeFileSync(join(dataDir, 'backups', 'hers.txt'), 'nothing of ours')
    await look()
    expect(names().length).toBe(7 + 2 + 1)
    expect(readdirSync(join(dataDir, 'backups'))).toContain('hers.txt')
  })

  test('what a killed process has left behind goes, and what one is at work on stays', async () => {
    const { app, dataDir, look } = await open()
    mkdirSync(join(dataDir, 'verifying-left'))
    mkdirSync(join(dataDir, 'backups'))
    writeFileSync(join(dataDir, 'backups', 'half.fpbackup.123.part'), 'half of it')
    await look()
    expect(readdirSync(dataDir)).toContain('verifying-left')
    // Files bear the time of this machine, whatever the site's clock says.
    app.passTime(Date.now() + 25 * hour - Date.parse('2026-01-15T12:00:00Z'))
    await look()
    expect(readdirSync(dataDir)).not.toContain('verifying-left')
    expect(readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('one that fails is told in words, tried again an hour later, and forgotten when it was made', async () => {
    const { app, dataDir, state, names, look } = await open()
    writeFileSync(join(dataDir, 'backups'), 'a file where the folder should be')
    await look()
    const { trouble, last } = await state()
    expect([trouble?.at, last]).toEqual(['2026-01-15T12:00:00.000Z', null])
    expect(trouble?.words).toMatch(/\w/)
    rmSync(join(dataDir, 'backups'))
    app.passTime(hour / 2)
    await look()
    expect((await state()).last).toBeNull()
    app.passTime(hour / 2)
    await look()
    expect((await state()).trouble).toBeNull()
    expect(names().length).toBe(1)
  })

  test('more than two days without one are told, also on a site that never had any', async () => {
    const { app, dataDir, state, look } = await open()
    writeFileSync(join(dataDir, 'backups'), 'a file where the folder should be')
    await look()
    expect((await state()).isOverdue).toBe(false)
    app.passTime(2 * day + hour)
    expect((await state()).isOverdue).toBe(true)
  })

  test('one that does not come back is told', async () => {
    const { dataDir, state, names, look, app } = await open()
    await look()
    writeFileSync(join(dataDir, 'backups', names()[0] ?? ''), 'half of it')
    app.passTime(8 * day)
    await app.db
      .updateTable('site_facts')
      .set({ value: JSON.stringify({ madeAt: '2099-01-01' }) })
      .where('name', '=', 'backup.last')
      .execute()
    await look()
    expect((await state()).tried?.fault).toBe('This is no backup of Frontispiece.')
  })

  test('with a passphrase and a store they lie there, sealed; without one they stay on the machine', async () => {
    const s3 = await startS3()
    const sealed = await open({ ...s3.env, BACKUP_PASSPHRASE: passphrase })
    await sealed.look()
    const tried = { at: '2026-01-15T12:00:00.000Z', fault: null }
    expect(await sealed.state()).toMatchObject({ place: 'store', isSealed: true, trouble: null, tried })
    expect(readdirSync(sealed.dataDir).filter((name) => name.startsWith('verifying-'))).toEqual([])
    const [key = ''] = s3.objects.keys()
    expect(key).toMatch(/^backup-2026-01-15T12-00-00Z\.fpbackup$/)
    expect(sealed.names()).toEqual([])
    expect((await sealed.state()).kept).toEqual([
      { name: key.replace('backup-', ''), madeAt: '2026-01-15T12:00:00.000Z', bytes: s3.objects.get(key)?.length },
    ])
    const unsealed = await open(s3.env)
    await unsealed.look()
    expect(await unsealed.state()).toMatchObject({ place: 'folder', isSealed: false })
    expect(unsealed.names().length).toBe(1)
  })
})

describe('at the desk', () => {
  test('one is begun, and not a second beside it', async () => {
    const { app, state, names } = await open()
    const owner = await app.asOwner()
    const begun = await owner.post(address)
    expect([begun.status, (await begun.json()).running]).toEqual([202, 0])
    const again = await owner.post(address)
    expect([again.status, (await again.json()).message]).toEqual([409, 'A backup is being made already.'])
    await app.deps.backups.stop()
    expect((await state()).running).toBeNull()
    expect(names().length).toBe(1)
  })

  test('one is downloaded by whoever gives the password again, once, sealed with the passphrase she chose', async () => {
    const { app, dataDir, names } = await open()
    const browser = await setUpOwner(app)
    await app.deps.backups.look()
    const name = names()[0] ?? ''
    const ask = (wish: object) => browser.post(`${address}/${name}/ticket`, wish)
    const wrong = await ask({ password: 'another long walk', passphrase })
    expect([wrong.status, (await wrong.json()).fields]).toEqual([
      400,
      { password: 'That is not your current password.' },
    ])
    expect((await ask({ password: ownerPassword })).status).toBe(400)
    expect((await ask({ password: ownerPassword, passphrase: 'short' })).status).toBe(400)
    const { url } = await (await ask({ password: ownerPassword, passphrase })).json()
    expect((await app.request(url)).status).toBe(401)
    const answer = await browser.get(url)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const copy = join(ownFolder(), name)
    writeFileSync(copy, bytes)
    await expect(verifyBackup({ path: copy, passphrase: null, dataDir })).rejects.toThrow('This backup is sealed')
    expect((await verifyBackup({ path: copy, passphrase, dataDir })).start.rootKey).toBe(app.env.secretKey)
    expect((await browser.get(url)).status).toBe(410)
  })

  test('a copy from before there was a passphrase leaves the house sealed all the same', async () => {
    const { app, names, look, dataDir } = await open()
    await look()
    const later = await createTestApp({ env: { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase } })
    const browser = await setUpOwner(later)
    const { url } = await (await browser.post(`${address}/${names()[0]}/ticket`, { password: ownerPassword })).json()
    const bytes = Buffer.from(await (await browser.get(url)).arrayBuffer())
    async function* all() {
      yield bytes
    }
    await expect(gather(unseal(all(), null))).rejects.toThrow('This backup is sealed')
    expect((await gather(unseal(all(), passphrase))).length).toBeGreaterThan(0)
    expect(app.env.secretKey).toBe(later.env.secretKey)
  })

  test('what is not on the shelf cannot be asked for', async () => {
    const { app } = await open()
    const browser = await setUpOwner(app)
    for (const name of ['..%2F..%2Fsecret', 'secret', '2026-01-01T00-00-00Z.fpbackup']) {
      const answer = await browser.post(`${address}/${name}/ticket`, { password: ownerPassword, passphrase })
      expect(answer.status, name).toBeGreaterThanOrEqual(404)
    }
  })
})
