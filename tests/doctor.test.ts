import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backup } from '#app/backup.server.ts'
import { doctor } from '#app/doctor.server.ts'
import { exportSite } from '#app/export.server.ts'
import { printResetLink } from '#app/owner-reset.server.ts'
import { databaseFile, holdFolder } from '#server/data-folder.ts'
import { joinDatabase, openDatabase } from '#server/db.ts'
import { readEnv } from '#server/env.ts'
import { takeFolderRights } from '#server/folder-rights.ts'
import { writeFact } from '#server/site-facts.ts'
import { createPostgresDatabase, postgresUrl } from './support/database.ts'
import { ownFolder } from './support/folder.ts'
import { startS3 } from './support/s3.ts'
import { startSmtp } from './support/smtp.ts'

const knownKey = 'a key for tests only, forty characters long'

/** A place where a site has been, and the doctor beside it. */
async function openPlace(env: Record<string, string> = {}, until?: string) {
  const dataDir = join(ownFolder(), 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const given = readEnv({ DATA_DIR: dataDir, PORT: '1', ...env })
  const site = await openDatabase(given, until ? { until } : {})
  writeFileSync(join(dataDir, 'secret'), `${knownKey}\n`, { mode: 0o600 })
  return { dataDir, site, look: () => ask(given) }
}

async function ask(env: ReturnType<typeof readEnv>, now = () => new Date()) {
  const said: string[] = []
  // As the program itself does, before any verb.
  const giveBack = takeFolderRights(env.dataDir)
  const isWell = await doctor(env, { say: (line) => said.push(line), now }).finally(giveBack)
  return {
    isWell,
    text: said.join('\n'),
    find: (title: string) => said.find((line) => line.slice(8).startsWith(`${title}:`)) ?? '',
  }
}

test.skipIf(postgresUrl)(
  'a site that was just begun: nothing is wrong, and a line for each thing says so',
  async () => {
    const { site, look } = await openPlace()
    await site.close()
    const { isWell, text, find } = await look()
    expect([isWell, text]).toEqual([true, expect.not.stringMatching(/\[WRONG\]|could not be looked at/)])
    expect(find('Data folder')).toMatch(/^\[well\] /)
    expect(find('Database')).toMatch(
      /^\[well\] {2}Database: SQLite [\d.]+ answers, and holds \d+ kB, all of it sound\.$/,
    )
    expect(find('Mail server')).toContain('Connect one in Settings.')
    expect(text.split('\n').filter((line) => /^\[(well|look|WRONG)\]/.test(line))).toHaveLength(17)
    expect(text.split('\n').at(-1)).toMatch(/^Nothing is wrong\. \w+ things are worth a look\.$/)
    expect(text).not.toContain('\u001b')
  },
)

test.skipIf(postgresUrl)(
  'it stands beside a site that runs: nothing is taken from it, and nothing changes',
  async () => {
    const { dataDir, site, look } = await openPlace()
    const before = readFileSync(databaseFile(dataDir))
    const log = readFileSync(`${databaseFile(dataDir)}-wal`)
    expect((await look()).isWell).toBe(true)
    expect(readFileSync(databaseFile(dataDir)).equals(before)).toBe(true)
    expect(readFileSync(`${databaseFile(dataDir)}-wal`).equals(log)).toBe(true)
    await site.close()
    const letGo = holdFolder(dataDir)
    expect((await look()).isWell).toBe(true)
    letGo()
  },
)

test('through what it opens nothing can be written', async () => {
  const databaseUrl = postgresUrl ? await createPostgresDatabase(postgresUrl) : null
  const { dataDir, site } = await openPlace(databaseUrl ? { DATABASE_URL: databaseUrl } : {})
  const reader = await joinDatabase({ dataDir, databaseUrl }, { isReader: true })
  if (!reader) throw new Error('there is a database')
  await expect(writeFact(reader.db, 'doctor', 'was here')).rejects.toThrow(/read-?only|cannot keep anything new/)
  await reader.close()
  await site.close()
})

test.skipIf(postgresUrl)('where there is nothing yet, nothing is made, and that is no fault', async () => {
  const dataDir = join(ownFolder(), 'data')
  const { isWell, find } = await ask(readEnv({ DATA_DIR: dataDir, PORT: '1' }))
  expect([isWell, existsSync(dataDir)]).toEqual([true, false])
  expect(find('Database')).toContain('the first start makes it')
  expect(find('Letters')).toContain('nothing to look at yet')
})

test.skipIf(postgresUrl)(
  'a database that does not open is told in a sentence, and all that does not need it is looked at',
  async () => {
    const { dataDir, site, look } = await openPlace()
    await site.close()
    writeFileSync(databaseFile(dataDir), 'this was a database once, before somebody edited it by hand')
    const damaged = await look()
    expect([damaged.isWell, damaged.find('Database')]).toEqual([
      false,
      expect.stringContaining(`[WRONG] Database: The database in ${dataDir} is damaged.`),
    ])
    expect(damaged.find('Letters')).toContain('See to the database first')
    expect(damaged.find('Data folder')).toContain('[well]')
    writeFileSync(databaseFile(dataDir), '')
    expect((await look()).find('Database')).toContain('is empty or missing')
  },
)

test.skipIf(postgresUrl)('a damaged page deep inside is found', async () => {
  const { dataDir, site, look } = await openPlace()
  await site.close()
  const file = databaseFile(dataDir)
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 8 * 4_096, 9 * 4_096)
  writeFileSync(file, bytes)
  const { isWell, find } = await look()
  expect([isWell, find('Database')]).toEqual([false, expect.stringContaining('The database is damaged')])
})

test.skipIf(postgresUrl)('tables that are older or newer than the program are told apart', async () => {
  const { site, look } = await openPlace({}, '001-jobs-and-letters')
  await site.close()
  const older = await look()
  expect(older.find('Database')).toMatch(/^\[look\] .* \d+ changes of its tables are due\./)
  expect(older.text).not.toContain('[WRONG]')
  const { site: later, look: lookLater } = await openPlace()
  await later.db
    .insertInto('kysely_migration' as never)
    .values({ name: '999-later', timestamp: '2099-01-01T00:00:00.000Z' } as never)
    .execute()
  await later.close()
  expect((await lookLater()).find('Database')).toContain('a newer Frontispiece (999-later)')
})

test.skipIf(postgresUrl)('a data folder without rights is told, by root too, and what is safe', async () => {
  const { dataDir, site, look } = await openPlace()
  await site.close()
  const isRoot = process.getuid?.() === 0
  const nobody = 65_534
  if (isRoot) {
    chmodSync(join(dataDir, '..'), 0o755)
    for (const name of ['', ...readdirSync(dataDir)]) chownSync(join(dataDir, name), nobody, nobody)
  }
  onTestFinished(() => chmodSync(dataDir, 0o700))
  chmodSync(dataDir, 0o500)
  const { isWell, find } = await look()
  expect([isWell, find('Data folder')]).toEqual([
    false,
    expect.stringMatching(/may not write to .* \(EACCES\)\.\n.*Readers still see every page/s),
  ])
  expect(process.geteuid?.()).toBe(process.getuid?.())
})

test.skipIf(postgresUrl)('settings that lie elsewhere are as open as they are there', async () => {
  const { dataDir, site, look } = await openPlace()
  await site.close()
  const elsewhere = join(dataDir, 'elsewhere')
  mkdirSync(elsewhere, { mode: 0o700 })
  renameSync(join(dataDir, 'secret'), join(elsewhere, 'secret'))
  chmodSync(join(elsewhere, 'secret'), 0o644)
  symlinkSync(join(elsewhere, 'secret'), join(dataDir, 'secret'))
  chmodSync(dataDir, 0o755)
  expect((await look()).find('Secrets')).toContain('[well]')
  chmodSync(elsewhere, 0o755)
  expect((await look()).find('Secrets')).toContain('[look]')
})

// As hosting.md has it: root owns the settings, and the site's group may read them.
test.skipIf(postgresUrl || process.geteuid?.() !== 0)(
  'what was given to the site’s group is open to nobody else',
  async () => {
    const { dataDir, site, look } = await openPlace()
    await site.close()
    chmodSync(dataDir, 0o755)
    chmodSync(join(dataDir, 'secret'), 0o640)
    expect((await look()).find('Secrets')).toContain('[look]')
    chownSync(join(dataDir, 'secret'), 4711, process.getegid?.() ?? 0)
    expect((await look()).find('Secrets')).toContain('[well]')
    chmodSync(join(dataDir, 'secret'), 0o644)
    expect((await look()).find('Secrets')).toContain('[look]')
  },
)

test.skipIf(postgresUrl)('secrets others may read, a key that is gone, and a restore that was cut short', async () => {
  const { dataDir, site, look } = await openPlace()
  await site.close()
  chmodSync(join(dataDir, 'secret'), 0o644)
  expect((await look()).find('Secrets')).toContain('[well]')
  chmodSync(dataDir, 0o755)
  expect((await look()).find('Secrets')).toContain(
    `[look]  Secrets: Other users of this machine may read ${join(dataDir, 'secret')}`,
  )
  const token = join(dataDir, 'token')
  const former = join(dataDir, 'secret.old')
  for (const file of [token, former]) writeFileSync(file, `${knownKey}\n`, { mode: 0o644 })
  const inFiles = readEnv({ DATA_DIR: dataDir, PORT: '1', SECRET_KEY: knownKey, METRICS_TOKEN_FILE: token })
  chmodSync(join(dataDir, 'secret'), 0o600)
  expect((await ask(inFiles)).find('Secrets')).toContain(`may read ${former} and ${token}.`)
  chmodSync(join(dataDir, 'secret'), 0o644)
  expect((await ask(inFiles)).find('Secrets')).toContain(`may read ${join(dataDir, 'secret')}, ${former} and ${token}.`)
  for (const file of [token, former, join(dataDir, 'secret')]) chmodSync(file, 0o600)
  expect((await ask(inFiles)).find('Secrets')).toContain('no file with a secret is open to others')
  writeFileSync(join(dataDir, 'secret'), 'short')
  expect((await look()).find('Secrets')).toContain('[WRONG] Secrets: There is no usable key')
  writeFileSync(join(dataDir, 'restore-unfinished'), '')
  expect((await look()).find('Data folder')).toContain('was cut short')
})

test.skipIf(postgresUrl)(
  'a clock that was set back is seen by what was written, and a wrong one by those who have another',
  async () => {
    const { dataDir, site, look } = await openPlace()
    await site.close()
    expect((await look()).find('Clock')).toContain('[well]')
    const later = new Date(Date.now() + 3 * 3_600_000)
    utimesSync(databaseFile(dataDir), later, later)
    expect((await look()).find('Clock')).toMatch(
      /^\[WRONG\] .* 3 hours behind what was written last in the data folder/,
    )
    const store = await startS3()
    const given = readEnv({ DATA_DIR: join(ownFolder(), 'none'), PORT: '1', ...store.env })
    const { find } = await ask(given, () => new Date(Date.now() + 240_000))
    expect(find('Clock')).toMatch(/^\[look\] .* 4 minutes ahead of the store for files/)
  },
)

test.skipIf(postgresUrl)('a store that denies, and one that hands out what it took', async () => {
  const store = await startS3()
  const { site, look } = await openPlace(store.env)
  await site.close()
  expect((await look()).find('Files')).toContain('takes files, hands them out and lets them go')
  expect(store.objects.size).toBe(0)
  store.mood = (method) => (method === 'PUT' ? 'denied' : undefined)
  expect((await look()).find('Files')).toMatch(/^\[WRONG\] .* does not take a file\.\n.*What lies there is untouched/s)
  store.mood = (method) => (method === 'DELETE' ? 'denied' : undefined)
  expect((await look()).find('Files')).toMatch(/took a file named health-\w+, and does not let it go/)
  store.mood = (method) => (method === 'GET' ? 'broken' : undefined)
  expect((await look()).find('Files')).toContain('does not hand it out as it was')
})

test.skipIf(postgresUrl)('no secret and no word of the other side is in what it says', async () => {
  const mail = await startSmtp()
  mail.script.auth = { code: 535, words: 'canary of the mail server' }
  const store = await startS3()
  store.mood = () => 'denied'
  const { port } = new URL(mail.url)
  const { site, look } = await openPlace({
    ...store.env,
    SMTP_URL: `smtp://canary.user:canary-password@127.0.0.1:${port}`,
    SECRET_KEY: 'canary key of forty characters, or of more',
  })
  const at = new Date(Date.now() - 3 * 3_600_000).toISOString()
  await site.db
    .insertInto('jobs')
    .values({
      id: 'a-job',
      kind: 'newsletter.signup',
      payload: '{"email":"canary@home.example"}',
      state: 'queued',
      run_at: at,
      attempts: 3,
      lease_until: null,
      last_error: 'canary of a service',
      created_at: at,
    })
    .execute()
  await site.close()
  const { isWell, find, text } = await look()
  expect(isWell).toBe(false)
  expect(find('Mail server')).toContain('[WRONG] Mail server: The server refused the password.')
  // The site does not run here, so what waits is no fault yet.
  expect(find('Background work')).toMatch(/^\[look\] .* 1 thing has been waiting to be done since/)
  for (const secret of ['canary', knownKey, store.env.S3_SECRET_ACCESS_KEY ?? 'none'])
    expect(text).not.toContain(secret)
})

test.skipIf(postgresUrl)('a mail server that is there lets the site in, and gets no letter', async () => {
  const mail = await startSmtp()
  const { site, look } = await openPlace({ SMTP_URL: mail.url, DNS_SERVER: '127.0.0.1:1' })
  await site.close()
  expect((await look()).find('Mail server')).toContain('[well]  Mail server: 127.0.0.1 answers')
  expect(mail.received).toEqual([])
  await mail.stop()
  expect((await look()).find('Mail server')).toContain('Nothing answers at 127.0.0.1')
})

test.runIf(postgresUrl)(
  'on PostgreSQL nothing can be written through it, and an address nobody answers at is told',
  async () => {
    const DATABASE_URL = await createPostgresDatabase(postgresUrl ?? '')
    const { site, look } = await openPlace({ DATABASE_URL })
    const { isWell, find, text } = await look()
    expect([isWell, find('Database')]).toEqual([
      true,
      expect.stringMatching(/^\[well\] .*PostgreSQL [\d.]+ answers, and holds \d+ MB\.$/),
    ])
    expect(text).not.toContain('could not be looked at')
    expect(find('Machines')).toContain('works on this database')
    await site.close()
    const away = await ask(readEnv({ DATA_DIR: ownFolder(), PORT: '1', DATABASE_URL: 'postgres://127.0.0.1:1/none' }))
    expect([away.isWell, away.find('Database')]).toEqual([false, expect.stringContaining('does not answer')])
  },
)

test.runIf(postgresUrl)(
  'an empty database on PostgreSQL is no site, and not well where there is one beside it',
  async () => {
    const DATABASE_URL = await createPostgresDatabase(postgresUrl ?? '')
    const place = readEnv({ DATA_DIR: ownFolder(), PORT: '1', DATABASE_URL })
    expect((await ask(place)).find('Database')).toMatch(/^\[look\] .*There is no database yet/)
    const words = 'There is no site in the database that DATABASE_URL names yet.'
    await expect(backup(place, () => {})).rejects.toThrow(words)
    await expect(exportSite(place, () => {}, join(ownFolder(), 'site.zip'))).rejects.toThrow(words)
    const said: string[] = []
    await printResetLink(place, (line) => said.push(line))
    expect(said).toEqual([expect.stringContaining(words)])

    const { dataDir, site } = await openPlace()
    await site.close()
    const beside = readEnv({ DATA_DIR: dataDir, PORT: '1', DATABASE_URL })
    const refusal = `DATABASE_URL names an empty database, while there is a site in ${dataDir}.`
    const { isWell, find } = await ask(beside)
    expect([isWell, find('Database')]).toEqual([false, expect.stringContaining(refusal)])
    await expect(openDatabase(beside)).rejects.toThrow(refusal)
    await expect(backup(beside, () => {})).rejects.toThrow(refusal)
  },
)
